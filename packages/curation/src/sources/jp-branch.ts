/**
 * Branches of Japanese banks, as the zengin-code project publishes them: `banks.json` has the banks, and
 * `branches/<bank code>.json` beside it the branches of each. The project does not delete the file of a bank that no
 * longer exists, so `banks.json` decides which files count.
 */
import { dirname, join } from 'node:path'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { type BranchFile, cleanCell, emptyRow, isTableOf, isText, readJsonFile } from './branch-file.ts'

interface Named {
  code: string
  name: string
}

const isNamed = (value: unknown): boolean => {
  const { code, name } = Object(value) as Partial<Named>
  return isText(code) && isText(name)
}

export const jpBranch: BranchFile = {
  name: 'jp-branch',
  form: 'jp_branch',
  files: 'banks.json, with the folder branches/ beside it',
  source: {
    title: 'Branch codes of Japanese banks',
    publisher: 'zengin-code project',
    url: 'https://github.com/zengin-code/source-data',
    licence: 'MIT',
    redistribution: 'open',
    countries: ['JP'],
    fields: ['branch code', 'branch name'],
  },
  rowsMin: 20_000,
  read: (path) => {
    const banks = readJsonFile<Record<string, Named>>(path, isTableOf(isNamed))
    return Object.keys(banks).flatMap((bank) => {
      if (!/^\d{4}$/.test(bank)) throw new UnusableFile(`"${bank}" is not a bank code; fetch the file again.`)
      const branches = readJsonFile<Record<string, Named>>(
        join(dirname(path), 'branches', `${bank}.json`),
        isTableOf(isNamed),
      )
      return Object.values(branches).map(({ code, name }) => ({ ...emptyRow(`${bank}${code}`), name: cleanCell(name) }))
    })
  },
}
