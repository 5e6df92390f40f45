/** Prints the readings of an identifier: the kind, the verdict and the banks. */
import { printable } from '../../../dataset/printable.ts'
import type { ReadingResult, ResolvedIdentifier } from '../../../directory/resolve/resolve-schema.ts'
import type { Screen, Style } from '../terminal/screen.ts'
import { formatTable } from '../terminal/table.ts'
import { wrap } from '../terminal/text-width.ts'
import { formatRails } from './format-rails.ts'

/** The other readings and banks are counted. */
const readingsMax = 5
const banksMax = 5

/** `title`: the identifier. `isBatch`: whether the result has fewer readings and banks than for a single identifier. */
export function formatReadings(title: string, result: ResolvedIdentifier, screen: Screen, isBatch: boolean): string {
  const { readings, reading_count, message } = result
  const more = isBatch ? moreInBatch : moreInJson
  const head = `${screen.paint('bold', title)}\n`
  if (readings.length === 0) return `${head}${indented(message ?? 'No reading.', screen)}`
  const shown = readings
    .slice(0, readingsMax)
    // Several readings often have the same note.
    .map((reading, at, all) =>
      formatReading(reading, screen, reading.note === all[at - 1]?.note ? null : reading.note, more),
    )
  return head + shown.join('') + more(reading_count - shown.length, 'reading')
}

const verdictStyles: Readonly<Record<ReadingResult['verdict'], Style>> = {
  valid: 'green',
  possible: 'yellow',
  former: 'yellow',
  unknown: 'yellow',
  invalid: 'red',
}

const kindLabels: Readonly<Record<ReadingResult['kind'], string>> = {
  iban: 'IBAN',
  bic: 'BIC',
  lei: 'LEI',
  us_aba: 'US routing number',
  gb_sort_code: 'UK sort code',
  gb_account: 'UK sort code and account number',
  ca_eft: 'Canadian EFT routing number',
  ca_cheque: 'Canadian cheque routing number',
  nuban: 'Nigerian account number (NUBAN)',
  account_number: 'account number',
  bank_code: 'bank code',
  bank_id: 'bank id',
  reference: 'payment reference',
}

function formatReading(reading: ReadingResult, screen: Screen, note: string | null, more: CountOthers): string {
  const { kind, scheme, verdict, message, suggestion, branch, bic, rails, bank_count, banks } = reading
  // A newer service can have other kinds.
  const what = `${kindLabels[kind] ?? kind}${scheme === null ? '' : ` (${scheme})`}${bic === null || kind === 'bic' ? '' : `, BIC ${bic}`}`
  const head = `  ${screen.paint(verdictStyles[verdict], verdict)}  ${printable(what)}\n`
  const fix = suggestion === null ? null : `Did you mean ${suggestion}?`
  const known = formatRails(rails.filter(({ reachable }) => reachable !== null))
  const sentences = [message, fix, note, branchLine(branch), known && `Rails: ${known}`]
  const remarks = sentences.map((text) => (text === null ? '' : indented(text, screen, '    '))).join('')
  const rows = banks.slice(0, banksMax)
  const table = rows.length === 0 ? '' : formatHolders(rows, screen)
  return head + remarks + table + more(bank_count - rows.length, 'bank', '    ')
}

/** Returns for example "Branch: Kalbadevi, Mumbai, Maharashtra". */
function branchLine(branch: ReadingResult['branch']): string | null {
  const known = branch === null ? [] : [branch.name, branch.city, branch.region].filter(Boolean)
  return known.length === 0 ? null : `Branch: ${known.join(', ')}`
}

const formatHolders = (banks: ReadingResult['banks'], screen: Screen): string =>
  formatTable(
    banks,
    [
      { header: 'Name', value: ({ name }) => name, shortenTo: 20 },
      { header: 'Country', value: ({ country }) => country, dropOrder: 1 },
      { header: 'Code', value: ({ code }) => code },
      { header: 'BIC', value: ({ bic }) => bic },
      { header: 'Relation', value: ({ relation }) => (relation === 'holder' ? '' : relation.replaceAll('_', ' ')) },
      { header: 'ID', value: ({ id }) => id, canMoveDown: true, style: () => 'dim' },
    ],
    { ...screen, columns: screen.columns - 4 },
  ).replaceAll(/^(?=.)/gm, '    ')

type CountOthers = (count: number, noun: string, indent?: string) => string

const countOthers =
  (hint: string): CountOthers =>
  (count, noun, indent = '  ') =>
    count > 0 ? `${indent}and ${count} more ${noun}${count === 1 ? '' : 's'}; ${hint}\n` : ''

const moreInJson = countOthers('--json shows them')
/** A batch has short results, in JSON too. */
const moreInBatch = countOthers('resolve it alone with --json to see them')

const indented = (text: string, screen: Screen, indent = '  '): string =>
  wrap(printable(text), screen.columns - indent.length)
    .map((line) => `${indent}${line}\n`)
    .join('')
