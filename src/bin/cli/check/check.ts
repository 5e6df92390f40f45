/** The command that checks the accounts in a file. Its work is in check-file.ts, which only this command loads. */
import { rejectExtraArguments, type StreamCommand } from '../command.ts'

export const check: StreamCommand = {
  usage:
    '[<file>] --country <cc> [--method <id>] [--map field=column,...] | --column <name> [--country <cc>] [--fail-on invalid|unknown] [--raw] [--json]',
  summary:
    'Check the accounts in a CSV, JSON lines or XLSX file, or from standard input, and write it to standard output with verdict, reason, suggestion, bank and BIC. --json writes JSON lines.',
  options: {
    country: { type: 'string' },
    method: { type: 'string' },
    map: { type: 'string' },
    column: { type: 'string' },
    'fail-on': { type: 'string' },
    raw: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  examples: [
    'check accounts.csv --country ng --map bank=bank_code,account_number=nuban',
    'check ibans.csv --column iban --fail-on invalid',
  ],
  runOnStreams: async ({ values, positionals: [file = '-', ...extra], ...streams }) => {
    rejectExtraArguments(extra)
    const { checkFile } = await import('./check-file.ts')
    return checkFile(file, values, streams)
  },
}
