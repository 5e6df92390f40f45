/**
 * Reads records line by line and keeps what can be read: unlike the service, which refuses a folder at the first fault,
 * so that one run names them all and wrong order can be mended.
 */

import { codeRangesFile } from '../../dataset/code-ranges.ts'
import { DatasetError, type FileLocation } from '../../dataset/dataset-error.ts'
import { createSchemaCheck } from '../../dataset/schema-check.ts'
import { type BankRecord, bankRecordSchema } from '../../directory/records/bank.ts'
import { type CodeRange, codeRangeSchema } from '../../directory/records/code-range.ts'
import { type CountryRecord, countryRecordSchema } from '../../directory/records/country.ts'
import { type Scheme, schemeSchema } from '../../directory/records/scheme.ts'
import { type Source, sourceSchema } from '../../directory/records/source.ts'
import { compilePattern } from '../../identifiers/pattern-grammar.ts'
import { figuresIn, sourcesNamedIn } from '../auxiliary-tables.ts'
import { type CorrectionLine, correctionsFile, type Known, weighCorrections } from '../corrections.ts'
import { bankLine } from '../serialize.ts'
import type { Texts } from './read-files.ts'
import { type BankFile, type Finding, type LintedData, ofEntry, type PlacedBank, type PlacedEntry } from './rule.ts'

const checkBank = createSchemaCheck<BankRecord>(bankRecordSchema)
const checkCountry = createSchemaCheck<CountryRecord>(countryRecordSchema)
const checkRange = createSchemaCheck<CodeRange>(codeRangeSchema)
const checkScheme = createSchemaCheck<Scheme>(schemeSchema)
const checkSource = createSchemaCheck<Source>(sourceSchema)

export function readRecords(texts: Texts, today: string): LintedData {
  const unreadable: Finding[] = []
  const countries = readTable(texts, 'countries.json', checkCountry, unreadable)
  const schemes = readTable(texts, 'schemes.json', checkScheme, unreadable)
  const sources = readTable(texts, 'sources.json', checkSource, unreadable)
  const ranges = texts.has(codeRangesFile) ? readTable(texts, codeRangesFile, checkRange, unreadable) : []
  const files = bankFiles(texts, unreadable)
  const banks = files.flatMap((file) => readBanks(file, unreadable))
  const known = {
    schemes: new Map(schemes.map(({ row }) => [row.id, row])),
    sources: new Map(sources.map(({ row }) => [row.id, row])),
  }
  const patterns = new Map(
    schemes.flatMap(({ row, place }) => patternOf(row.pattern, { ...place, name: 'its pattern' }, unreadable)),
  )
  for (const { row, place } of countries) {
    const name = 'the pattern of its account numbers'
    patternOf(row.account_number.pattern, { ...place, name }, unreadable)
  }
  return {
    ...known,
    files,
    banks,
    countries: countries.map(({ row }) => row),
    patterns,
    entries: [...schemes, ...sources].map(({ place }) => place),
    sourcesText: texts.get('sources.json') as string,
    sourcesOfTables: sourcesOfTables(texts),
    codeRanges: ranges.map(({ row, place: { file, line } }) => ({ range: row, file, line })),
    corrections: correctionsIn(texts, { ...known, banks: new Set(banks.map(({ bank }) => bank.id)), patterns, today }),
    unreadable,
    today,
  }
}

/** `name` says which pattern of the entry is meant. */
function patternOf(
  pattern: string,
  place: PlacedEntry & { name: string },
  unreadable: Finding[],
): [id: string, pattern: RegExp][] {
  try {
    return [[place.id, compilePattern(pattern)]]
  } catch (error) {
    const problem = `${place.name} is not in the allowed subset of regular expressions (${(error as Error).message})`
    unreadable.push(ofEntry(place, problem, 'data/README.md shows the subset'))
    return []
  }
}

function bankFiles(texts: Texts, unreadable: Finding[]): BankFile[] {
  const files: BankFile[] = []
  for (const [name, text] of texts) {
    const country = /^banks\/(.*)\.jsonl$/.exec(name)?.[1]?.toUpperCase()
    if (country === undefined) continue
    if (text === undefined) unreadable.push(notUtf8(name))
    else files.push({ name, country, lines: text.split('\n') })
  }
  return files
}

const notUtf8 = (file: string): Finding => ({
  file,
  problem: 'is not UTF-8',
  mend: 'save it in that encoding',
  subject: file,
})

/** Empty lines say nothing, so nothing is lost with them; that they are there is a matter of form. */
function readBanks({ name: file, lines }: BankFile, unreadable: Finding[]): PlacedBank[] {
  const banks: PlacedBank[] = []
  for (const [at, text] of lines.entries()) {
    if (text.trim() === '') continue
    const place = { file, line: at + 1 }
    try {
      const bank = checkBank(JSON.parse(text.trim()), place)
      const formed = text === bankLine(bank)
      if (!formed) refuseTwice(text, bank, place)
      banks.push({ bank, ...place, isFormed: formed })
    } catch (error) {
      unreadable.push(notARecord(error, place))
    }
  }
  return banks
}

/** Reading keeps the last of two fields of one name; writing would lose the other without a word. */
function refuseTwice(text: string, value: unknown, place: FileLocation): void {
  const written = text.match(/"(?:[^"\\]|\\.)*"\s*:/g)?.length ?? 0
  if (written !== fieldsOf(value)) throw DatasetError.at(place, 'a field stands there twice')
}

function fieldsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce<number>((sum, item) => sum + fieldsOf(item), 0)
  return Array.isArray(value) ? inner : inner + Object.keys(value).length
}

function notARecord(error: unknown, place: { file: string; line: number }): Finding {
  const where = `${place.file}:${place.line}`
  const finding = { ...place, subject: where, mend: 'the table of fields in data/README.md says what a record holds' }
  if (error instanceof SyntaxError) {
    return { ...finding, problem: `is not JSON (${error.message})`, mend: 'look for a missing quote, comma or bracket' }
  }
  if (!(error instanceof DatasetError)) throw error
  return { ...finding, problem: error.message.slice(where.length + 2) }
}

interface Entry<Row> {
  row: Row
  place: PlacedEntry
}

/** A table that is no list at all ends the run: without it, every bank would seem wrong. */
function readTable<Row>(
  texts: Texts,
  file: string,
  check: (value: unknown, place: FileLocation) => Row,
  unreadable: Finding[],
): Entry<Row>[] {
  const text = texts.get(file)
  if (text === undefined) throw DatasetError.at({ file }, texts.has(file) ? 'is not UTF-8' : 'is missing')
  const entries: Entry<Row>[] = []
  let from = 0
  const values = listIn(text, file)
  refuseTwice(text, values, { file })
  for (const value of values) {
    const { id: own, code, first } = value as Record<'id' | 'code' | 'first', unknown>
    const id = String(own ?? code ?? first)
    from = Math.max(from, text.indexOf(JSON.stringify(id), from))
    const line = text.slice(0, from).split('\n').length
    try {
      entries.push({ row: check(value, { file, line }), place: { id, file, line } })
    } catch (error) {
      unreadable.push(notARecord(error, { file, line }))
    }
  }
  return entries
}

function listIn(text: string, file: string): object[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw DatasetError.at({ file }, `is not JSON (${(error as Error).message})`)
  }
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null)) return value
  throw DatasetError.at({ file }, 'is not a list of entries')
}

const sourcesOfTables = (texts: Texts): Set<string> =>
  new Set(
    [...texts]
      .filter(([name]) => name.endsWith('.json'))
      .flatMap(([name, text]) => (text === undefined ? [] : sourcesNamedIn(figuresIn(name, text)))),
  )

const correctionsIn = (texts: Texts, known: Known): CorrectionLine[] =>
  texts.has(correctionsFile) ? weighCorrections(texts.get(correctionsFile), known) : []
