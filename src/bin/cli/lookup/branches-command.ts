/** The command that lists the branches of a bank. */
import { type BranchPage, branchLimits } from '../../../directory/branches/branch-page.ts'
import { LookupError, type LookupErrorCode } from '../../../directory/requests/lookup-error.ts'
import { type Command, text, UsageError } from '../command.ts'
import { asJson } from '../output-format.ts'
import { numberOption } from '../parse-options.ts'
import type { Screen } from '../terminal/screen.ts'
import { formatTable } from '../terminal/table.ts'
import { countryOfId } from './bank-command.ts'
import { openSource, sourceOptions, sourceUsage } from './sources/open-source.ts'

export const branches: Command = {
  usage: `<bank> [<text>] [--limit 20] [--offset 0] ${sourceUsage}`,
  summary:
    'List the branches of a bank: codes, names and places, sorted by code. With a text, only those with a name, a city or a code in which words start with its words.',
  options: { limit: text, offset: text, ...sourceOptions },
  examples: ['branches in-dcb-bank mumbai', 'branches jp-mizuho-bank --limit 100 --json'],
  failureCode: 2,
  run: async ({ values, positionals: [bank, ...words], screen, write, note, env }) => {
    if (bank === undefined) throw new UsageError('Name the id of the bank, as in bank-lookup branches in-dcb-bank.')
    const country = countryOfId(bank)
    const options = {
      query: words.join(' '),
      limit: numberOption(values, 'limit', branchLimits.limit),
      offset: numberOption(values, 'offset', branchLimits.offset),
    }
    const source = await openSource({ values, env }, [country])
    const page = await source.listBranches(bank, options).catch(codeIfMissing)
    if (page === 'bank_unknown') note(`Unknown bank ${JSON.stringify(bank)}; bank-lookup search shows the ids.\n`)
    else if (typeof page === 'string') note(`The directory has no list of branches for ${JSON.stringify(bank)}.\n`)
    else if (values.json) await write(asJson(page))
    else if (page.branches.length === 0) note('No branch matches.\n')
    else await write(formatBranches(page, options.offset ?? 0, screen))
    return typeof page === 'string' || page.branches.length === 0 ? 1 : 0
  },
}

/** Returns the code of the error if there is no such bank, or no list of its branches. */
function codeIfMissing(error: unknown): LookupErrorCode {
  if (error instanceof LookupError && /^(bank|branches)_unknown$/.test(error.code)) return error.code
  throw error
}

function formatBranches({ branches: rows, count, as_of }: BranchPage, offset: number, screen: Screen): string {
  const table = formatTable(
    rows,
    [
      { header: 'Code', value: ({ code }) => code, style: () => 'bold' },
      { header: 'Name', value: ({ name }) => name, shortenTo: 20 },
      { header: 'City', value: ({ city }) => city, shortenTo: 12, dropOrder: 2 },
      { header: 'Region', value: ({ region }) => region, dropOrder: 1 },
      // A column only for codes that are no longer in use: most lists have none.
      { header: 'Replaced by', value: ({ successor }) => successor, style: () => 'yellow' },
    ],
    screen,
  )
  const [first, last] = [offset + 1, offset + rows.length]
  const more = last < count ? `; --offset ${last} shows the next` : ''
  return `${table}${screen.paint('dim', `${first} to ${last} of ${count}, as of ${as_of}${more}`)}\n`
}
