/**
 * The command that writes a copy of the data without the facts that depend only on sources with certain licence terms.
 */
import { type CommandInput, Failure, rejectExtraArguments, UsageError } from '../../../../src/bin/cli/command.ts'
import { readOutFolder } from '../../../../src/bin/cli/export/publishing-options.ts'
import { asJson, asTable } from '../../../../src/bin/cli/output-format.ts'
import type { Screen } from '../../../../src/bin/cli/terminal/screen.ts'
import { type Redistribution, redistributions } from '../../../../src/directory/records/source.ts'
import { openDataFolder } from '../data-folder.ts'
import { type CountryLoss, filterByTerms } from '../licence-filter/filter.ts'
import { writeFilteredFolder } from '../licence-filter/write-folder.ts'
import type { Outcome } from './outcome.ts'

/** Maximum number of omitted banks to print. This is enough for an overview; `--json` lists all of them. */
const listedMax = 20

/** `folder`: the full data. */
export async function buildData(
  folder: string,
  { values, positionals, screen }: Pick<CommandInput, 'values' | 'positionals' | 'screen'>,
): Promise<Outcome> {
  rejectExtraArguments(positionals)
  const classes = readClasses(values.without)
  const out = readOutFolder(folder, values.out)
  const data = openDataFolder(folder)
  if (data.build) {
    const { without, from } = data.build
    throw new Failure(`${folder} was itself built without ${without.join(' and ')}; build from the full data, ${from}.`)
  }
  const reduced = filterByTerms(data, classes)
  const { revision, files_left_out } = writeFilteredFolder(data, reduced, classes, out)
  const { losses } = reduced
  const summary = { folder: out, from: data.revision, revision, without: [...classes], files_left_out, losses }
  return { text: values.json ? asJson(summary) : format(summary, reduced.banks.size, screen), code: 0 }
}

function readClasses(option: unknown): Set<Redistribution> {
  const names = Array.isArray(option) ? option.map(String) : []
  const choices = `choose from ${redistributions.join(', ')}.`
  if (names.length === 0) throw new UsageError(`--without is missing; ${choices}`)
  const unknown = names.find((name) => !redistributions.some((one) => one === name))
  if (unknown !== undefined) throw new UsageError(`--without is ${JSON.stringify(unknown)}; ${choices}`)
  const classes = new Set(redistributions.filter((one) => names.includes(one)))
  if (classes.size === redistributions.length) throw new UsageError('--without lists all terms; nothing would be left.')
  return classes
}

interface Summary {
  folder: string
  from: string
  revision: string
  without: Redistribution[]
  files_left_out: string[]
  losses: CountryLoss[]
}

function format(
  { folder, from, revision, without, files_left_out, losses }: Summary,
  banksLeft: number,
  screen: Screen,
): string {
  const rows = losses.map(({ country, banks, codes, fields }) => ({
    country,
    banks: formatLoss(banks),
    codes: formatLoss(codes),
    fields:
      Object.entries(fields)
        .map(([field, counts]) => `${field} ${formatLoss(counts)}`)
        .join(', ') || null,
  }))
  const emptied = losses.filter(({ is_gone }) => is_gone).map(({ country }) => country)
  const ids = losses.flatMap(({ banks }) => banks.lost)
  const listed = ids.slice(0, listedMax).join(', ')
  const more = ids.length > listedMax ? ` and ${ids.length - listedMax} more; --json lists all` : ''
  return [
    `${folder} contains ${banksLeft} banks at revision ${revision}, built from ${from} without ${without.join(' and ')}.`,
    ...(emptied.length > 0
      ? [`Countries omitted because fewer than a tenth of their banks are left: ${emptied.join(', ')}.`]
      : []),
    ...(files_left_out.length > 0 ? [`Files omitted: ${files_left_out.join(', ')}.`] : []),
    ...(ids.length > 0 ? [`Banks omitted: ${listed}${more}.`] : []),
    `Omitted:\n${asTable(rows, 'Nothing was omitted.', screen)}`,
  ].join('\n')
}

const formatLoss = ({ before, after }: { before: number; after: number }): string =>
  before === after ? '0' : `${before - after} of ${before}`
