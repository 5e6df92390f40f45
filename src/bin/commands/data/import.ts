/** Bringing an official file into a data folder. */
import { existsSync } from 'node:fs'
import { type DataCommand, Failure, Misuse } from '../command.ts'
import { asJson } from '../words.ts'

const usage = '<source> <file> --as-of <date> [--write] [--all] [--json]'

export const importSource: DataCommand = {
  usage,
  summary: 'Read an official file and show what it changes; with --write, change the data.',
  options: {
    'as-of': { type: 'string' },
    write: { type: 'boolean' },
    all: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  runOn: async (folder, { values, words, say }) => {
    const [{ officialFiles }, { UnusableFile }, { importFile }, { summarize }, { openDataFolder, saveDataFolder }] =
      await Promise.all([
        import('../../../curate/sources/sources.ts'),
        import('../../../curate/sources/official.ts'),
        import('../../../curate/import/import.ts'),
        import('../../../curate/import/summary.ts'),
        import('../../../curate/data-folder.ts'),
      ])
    const [name, path, ...more] = words
    if (name === undefined || path === undefined || more.length > 0) {
      throw new Misuse(`Name the source and the file: bank-lookup data import ${usage}`)
    }
    const file = officialFiles.get(name)
    if (!file)
      throw new Misuse(`There is no source "${name}". The sources are: ${[...officialFiles.keys()].join(', ')}.`)
    if (!existsSync(path)) throw new Misuse(`There is no file ${JSON.stringify(path)}.`)
    const asOf = dateOf(values['as-of'])
    try {
      const opened = openDataFolder(folder)
      const imported = await importFile({
        folder: opened,
        file,
        path,
        asOf,
        onProgress: progress(say),
      })
      const { draft, rows, passedOver } = imported
      const { changes, banks, sources } = draft
      let written = ''
      if (draft.edits() === 0) written = 'Nothing changes.\n'
      else if (!values.write) written = 'Nothing was written; --write does it.\n'
      else written = `Written: ${saveDataFolder({ path: folder, banks, sources }).join(', ')}.\n`
      const text = values.json
        ? asJson({ source: draft.source, rows, passed_over: passedOver, confirmed: draft.confirmed, changes })
        : `${summarize(imported, values.all === true)}${written}`
      return { text, code: 0 }
    } catch (error) {
      if (error instanceof UnusableFile) throw new Failure(`${path}: ${error.message} Nothing was written.`)
      throw error
    }
  },
}

function dateOf(value: string | boolean | string[] | undefined): string {
  if (typeof value !== 'string') throw new Misuse('Give the date of the file: --as-of 2026-11-15.')
  const isDate = /^\d{4}(-\d{2}(-\d{2})?)?$/.test(value) && !Number.isNaN(Date.parse(value))
  if (!isDate) throw new Misuse(`--as-of is "${value}"; give a date such as 2026-11-15.`)
  if (value > new Date().toISOString()) throw new Misuse(`--as-of is ${value}, which is in the future.`)
  return value
}

/** A line each tenth of a long file. */
function progress(say: (text: string) => void): (share: number, rows: number) => void {
  let said = 0
  return (share, rows) => {
    if (rows < rowsBetween || share < said + 0.1) return
    said = share
    say(`${Math.floor(share * 100)} % read, ${rows} rows\n`)
  }
}

const rowsBetween = 5_000
