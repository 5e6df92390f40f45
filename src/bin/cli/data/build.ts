/** Making a data folder without what rests only on sources of certain terms. */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { CountryLoss } from '../../../curate/licence-filter/filter.ts'
import { type Redistribution, redistributions } from '../../../directory/records/source.ts'
import { type DataCommand, UsageError } from '../command.ts'
import { asJson, asTable } from '../format.ts'

/** Enough to see of what kind they are; `--json` has all. */
const lostShownMax = 20

export const build: DataCommand = {
  usage: '--without restricted [--without unclear] --out <folder> [--json]',
  summary:
    'Write a data folder for DATA_DIR that has no fact resting only on sources whose redistribution is so, and say what it lost.',
  options: { without: { type: 'string', multiple: true }, out: { type: 'string' }, json: { type: 'boolean' } },
  runOn: async (folder, { values, words }) => {
    if (words.length > 0) throw new UsageError(`"${words[0]}" is one word too many.`)
    const classes = readClasses(values.without)
    const out = readOut(folder, values.out)
    const [{ openDataFolder }, { filterByTerms }, { writeFilteredFolder }] = await Promise.all([
      import('../../../curate/data-folder.ts'),
      import('../../../curate/licence-filter/filter.ts'),
      import('../../../curate/licence-filter/write-folder.ts'),
    ])
    const data = openDataFolder(folder)
    const reduced = filterByTerms(data, classes)
    const { revision, files_left_out } = writeFilteredFolder(data, reduced, classes, out)
    const { losses } = reduced
    const told = { folder: out, from: data.revision, revision, without: [...classes], files_left_out, losses }
    return { text: values.json ? asJson(told) : tell(told, reduced.banks.size), code: 0 }
  },
}

function readClasses(typed: unknown): Set<Redistribution> {
  const names = Array.isArray(typed) ? typed.map(String) : []
  const known = `the classes are ${redistributions.join(', ')}.`
  if (names.length === 0) throw new UsageError(`--without is missing; say what to leave out: ${known}`)
  const stranger = names.find((name) => !redistributions.some((one) => one === name))
  if (stranger !== undefined) throw new UsageError(`--without is ${JSON.stringify(stranger)}; ${known}`)
  const classes = new Set(redistributions.filter((one) => names.includes(one)))
  if (classes.size === redistributions.length)
    throw new UsageError('--without names all classes; nothing would be left.')
  return classes
}

function readOut(folder: string, typed: unknown): string {
  if (typeof typed !== 'string' || typed.trim() === '') {
    throw new UsageError('--out is missing; name the new folder that the data shall be written to.')
  }
  const out = resolve(typed)
  if (`${realPlace(out)}${sep}`.startsWith(`${realPlace(folder)}${sep}`)) {
    throw new UsageError(`--out is within the data folder ${folder}; name one outside of it.`)
  }
  if (existsSync(out) && (!statSync(out).isDirectory() || readdirSync(out).length > 0)) {
    throw new UsageError(`${JSON.stringify(typed)} is there already and not an empty folder; name a new one.`)
  }
  return out
}

/** Where it lies once links are followed, also while it is not there yet. */
function realPlace(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  return join(realPlace(dirname(path)), basename(path))
}

interface Told {
  folder: string
  from: string
  revision: string
  without: Redistribution[]
  files_left_out: string[]
  losses: CountryLoss[]
}

function tell({ folder, from, revision, without, files_left_out, losses }: Told, banksLeft: number): string {
  const rows = losses.map(({ country, banks, codes, fields }) => ({
    country,
    banks: lost(banks),
    codes: lost(codes),
    fields:
      Object.entries(fields)
        .map(([field, counts]) => `${field} ${lost(counts)}`)
        .join(', ') || null,
  }))
  const gone = losses.filter(({ is_gone }) => is_gone).map(({ country }) => country)
  const ids = losses.flatMap(({ banks }) => banks.lost)
  const shown = ids.slice(0, lostShownMax).join(', ')
  const more = ids.length > lostShownMax ? ` and ${ids.length - lostShownMax} more; --json has all` : ''
  return [
    `${folder} has ${banksLeft} banks, revision ${revision}: ${from} without ${without.join(' and ')}.`,
    ...(gone.length > 0 ? [`Countries without any bank left, and so left out: ${gone.join(', ')}.`] : []),
    ...(files_left_out.length > 0 ? [`Files left out: ${files_left_out.join(', ')}.`] : []),
    ...(ids.length > 0 ? [`Banks lost: ${shown}${more}.`] : []),
    `What was lost:\n${asTable(rows, 'Nothing was lost.')}`,
  ].join('\n')
}

const lost = ({ before, after }: { before: number; after: number }): string =>
  before === after ? '0' : `${before - after} of ${before}`
