/** The command that checks the accounts in a file. Its work is in check-file.ts, which only this command loads. */
import { type Command, flag, rejectExtraArguments, text } from '../command.ts'
import { readLookupSettings } from '../settings-and-store.ts'

export const check: Command = {
  usage:
    '[<file>] --country <cc> [--method <id>] [--map field=column,...] | --column <name> [--country <cc>] [--bic-column <name>] [--sheet <name>] [--encoding <name>] [--fail-on invalid|unknown] [--raw] [--json]',
  summary:
    'Check the accounts in a CSV, JSON lines or XLSX file, or from standard input, and write it to standard output with verdict, reason, suggestion, bank and BIC. --json writes JSON lines.',
  options: {
    country: text,
    method: text,
    map: text,
    column: text,
    'bic-column': text,
    sheet: text,
    encoding: text,
    'fail-on': text,
    raw: flag,
    json: flag,
  },
  examples: [
    'check accounts.csv --country ng --map bank=bank_code,account_number=nuban',
    'check ibans.csv --column iban --bic-column bic --fail-on invalid',
  ],
  run: async ({ values, positionals: [file = '-', ...extra], ...console }) => {
    rejectExtraArguments(extra)
    const [{ checkFile }, { cacheDir }] = await Promise.all([import('./check-file.ts'), import('../../paths.ts')])
    return checkFile(file, values, { ...console, config: await readLookupSettings(console.env), cacheFolder: cacheDir })
  },
}
