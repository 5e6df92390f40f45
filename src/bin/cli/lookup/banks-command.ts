/** The command that lists the banks in a country, as a table, CSV, JSON or XLSX. */
import { printable } from '../../../dataset/printable.ts'
import { type Bank, bankTypes } from '../../../directory/records/bank-record.ts'
import type { SupportedCountry } from '../../../directory/records/country-record.ts'
import { sortOrders, statusChoices } from '../../../directory/requests/parameters.ts'
import { type Command, Failure, flag, type ParsedArgs, rejectExtraArguments, text, UsageError } from '../command.ts'
import { asJson } from '../output-format.ts'
import { choiceOption, listOption, textOption } from '../parse-options.ts'
import { formatBanks } from './format-banks.ts'
import { openSource, sourceOptions, sourceUsage } from './sources/open-source.ts'

export const banks: Command = {
  usage:
    '<country> [--has code|<scheme>] [--rail <rail>] [--region <region>] [--type <type,...>] [--status <status>] [--sort name|prominence] ' +
    `[--csv] [--xlsx] [--output <file>] ${sourceUsage}`,
  summary:
    'List the banks in a country as a table, or as CSV, XLSX or JSON. --has lists only banks with a code, --sort prominence puts the best known first.',
  options: {
    has: text,
    rail: text,
    region: text,
    type: text,
    status: text,
    sort: text,
    csv: flag,
    xlsx: flag,
    output: { ...text, short: 'o' },
    ...sourceOptions,
  },
  examples: ['banks ng --has ng_nip --sort prominence', 'banks ke --xlsx --output banks-ke.xlsx'],
  failureCode: 2,
  run: async ({ values, positionals, screen, write, note, env }) => {
    const [country, ...extra] = positionals
    if (country === undefined) throw new UsageError('Name the country, as in bank-lookup banks ng.')
    rejectExtraArguments(extra, 'Quote a name that contains spaces.')
    const format = chooseFormat(values)
    const output = textOption(values, 'output')
    if (format === 'xlsx' && output === undefined && screen.isTerminal)
      throw new UsageError('An XLSX file is not text; add --output banks.xlsx, or redirect the output to a file.')
    const options = {
      has: textOption(values, 'has'),
      rail: textOption(values, 'rail'),
      region: textOption(values, 'region'),
      types: listOption(values, 'type', bankTypes),
      status: choiceOption(values, 'status', statusChoices),
      sort: choiceOption(values, 'sort', sortOrders),
    }
    const source = await openSource({ values, env }, [country])
    const { of, ...list } = await source.listBanks(country, options)
    if (list.note !== undefined) note(`${printable(list.note)}\n`)
    if (list.count === 0 && format === 'table') {
      note('No bank matches.\n')
      return 1
    }
    const written =
      format === 'table'
        ? formatBanks(list.banks, of.kind === 'region', screen)
        : format === 'json'
          ? asJson(list)
          : await formatFile(format, of, list.banks)
    if (output === undefined) await write(written)
    else await writeTo(output, written)
    return list.count > 0 ? 0 : 1
  },
}

type Format = 'table' | 'csv' | 'json' | 'xlsx'

function chooseFormat(values: ParsedArgs['values']): Format {
  const [format = 'table', second] = (['csv', 'json', 'xlsx'] as const).filter((name) => values[name])
  if (second) throw new UsageError(`--${format} and --${second} are two formats; choose one.`)
  return format
}

/** Writes the same file as the service. */
async function formatFile(format: 'csv' | 'xlsx', country: SupportedCountry, listed: readonly Bank[]): Promise<Buffer> {
  const [{ bankFields }, { runToEnd }, write] = await Promise.all([
    import('../../../directory/views/selected-fields.ts'),
    import('../../../directory/run-to-end.ts'),
    format === 'csv'
      ? import('../../../directory/views/csv.ts').then(({ bankTable }) => bankTable)
      : import('../../../directory/views/xlsx.ts').then(({ bankWorkbook }) => bankWorkbook),
  ])
  const json = listed.map((bank, at) => Buffer.from(`${JSON.stringify(bank)}${at < listed.length - 1 ? ',' : ''}`))
  return runToEnd(write(country, { count: listed.length, json }, bankFields))
}

async function writeTo(file: string, contents: string | Uint8Array): Promise<void> {
  const { writeFile } = await import('node:fs/promises')
  await writeFile(file, contents).catch(({ message }: Error) => {
    throw new Failure(`Cannot write the file (${message}).`)
  })
}
