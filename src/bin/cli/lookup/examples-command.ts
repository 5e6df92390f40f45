/** The command that prints accounts to test the forms of a country with. */
import type { TestAccount } from '../../../directory/records/account-requirements-record.ts'
import { cellOf } from '../../../directory/views/csv.ts'
import { type Command, flag, rejectExtraArguments, UsageError } from '../command.ts'
import { asJson } from '../output-format.ts'
import type { Screen } from '../terminal/screen.ts'
import { formatTable } from '../terminal/table.ts'
import { openSource, sourceOptions, sourceUsage } from './sources/open-source.ts'

/** A test account with the id of its payment method. */
type Example = TestAccount & { method: string }

export const examples: Command = {
  usage: `<country> [--csv] ${sourceUsage}`,
  summary: 'Print accounts to test a form with, valid and invalid. None of them is a real account.',
  options: { ...sourceOptions, csv: flag },
  examples: ['examples ng', 'examples de --csv'],
  failureCode: 2,
  run: async ({ values, positionals, screen, write, note, env }) => {
    const [country, ...extra] = positionals
    if (country === undefined) throw new UsageError('Name the country, as in bank-lookup examples ng.')
    rejectExtraArguments(extra, 'Quote a name that contains spaces.')
    if (values.csv && values.json) throw new UsageError('Use either --csv or --json.')
    const source = await openSource({ values, env }, [country])
    const { country: code, methods } = await source.requirements(country, { testAccounts: true })
    const rows = methods.flatMap(({ id, test_accounts: accounts = [] }) =>
      accounts.map((account): Example => ({ method: id, ...account })),
    )
    if (values.json) await write(asJson(rows))
    else if (values.csv) await write(toCsv(rows))
    else if (rows.length === 0) note(`No payment method is known for ${code}.\n`)
    else await write(toTable(rows, screen))
    return rows.length > 0 ? 0 : 1
  },
}

const toTable = (rows: readonly Example[], screen: Screen): string =>
  formatTable(
    rows,
    [
      { header: 'Method', value: ({ method }) => method, dropOrder: 2 },
      { header: 'Verdict', value: ({ verdict }) => verdict },
      { header: 'Reason', value: ({ reason }) => reason },
      { header: 'Fields', value: ({ fields }) => joinFields(fields), canMoveDown: true },
      { header: 'Source', value: ({ source }) => source, dropOrder: 1 },
    ],
    screen,
  )

const joinFields = (fields: TestAccount['fields']): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')

/** One column per field of any method, because a CSV file has one header. */
function toCsv(rows: readonly Example[]): string {
  const keys = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))]
  const lines = rows.map(({ method, verdict, reason, source, fields }) => [
    method,
    verdict,
    reason ?? '',
    source ?? '',
    ...keys.map((key) => fields[key] ?? ''),
  ])
  return [['method', 'verdict', 'reason', 'source', ...keys], ...lines]
    .map((cells) => `${cells.map((cell) => cellOf([String(cell)])).join(',')}\r\n`)
    .join('')
}
