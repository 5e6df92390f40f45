/** Reads a data folder whole, checks every record, and hands the records to the directory. Broken data is refused. */
import { isUtf8 } from 'node:buffer'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BankRecord, bankRecordSchema } from '../directory/records/bank.ts'
import { type CodeRange, codeRangeSchema } from '../directory/records/code-range.ts'
import { type CountryRecord, countryRecordSchema } from '../directory/records/country.ts'
import { type OfficialCountRecord, officialCountSchema } from '../directory/records/official-count.ts'
import { type Scheme, schemeSchema } from '../directory/records/scheme.ts'
import { type Source, sourceSchema } from '../directory/records/source.ts'
import type { Dataset } from '../directory/storage/packed-directory.ts'
import { compilePattern } from '../identifiers/pattern-grammar.ts'
import { checkRanges, codeRangesFile, collectRangeBanks, mergeRanges } from './code-ranges.ts'
import { checkBank, collectSuccessors, type KnownReferences } from './cross-references.ts'
import { readDataFile } from './data-file.ts'
import { DatasetError, excerpt, type FileLocation } from './dataset-error.ts'
import { type LocatedLine, locatedLines, mergeLines, mergeRows } from './overlay.ts'
import { readReleases } from './releases.ts'
import { revisionOf } from './revision.ts'
import { createSchemaCheck, parseLine } from './schema-check.ts'

interface DataFile {
  /** Relative to the data folder, as messages name it. */
  name: string
  bytes: Buffer
}

/** `overlay`: a folder with an operator's own corrections. */
export function readDataset(folder: string, overlay?: string): Dataset {
  const shipped = readFolder(folder)
  const own = overlay === undefined ? [] : readFolder(overlay, 'overlay/')
  const files = [...shipped, ...own]
  const countries = readTables(
    files,
    'countries.json',
    createSchemaCheck<CountryRecord>(countryRecordSchema),
    ({ code }) => code,
  )
  const schemes = readTables(files, 'schemes.json', createSchemaCheck<Scheme>(schemeSchema), ({ id }) => id)
  const sources = readTables(files, 'sources.json', createSchemaCheck<Source>(sourceSchema), ({ id }) => id)
  const known = {
    schemes: new Map(schemes.map((scheme) => [scheme.id, scheme])),
    sources: new Map(sources.map((source) => [source.id, source])),
  }
  const patterns = new Map(
    schemes.map(({ id, pattern }) => [id, patternOf(pattern, { file: `schemes.json (${id})` }, 'its pattern')]),
  )
  for (const {
    code,
    account_number: { pattern },
  } of countries)
    patternOf(pattern, { file: `countries.json (${code})` }, 'the pattern of its account numbers')
  checkCountries(files, countries, known.schemes)
  const officialCounts = readCounts(files, countries, known.sources)
  const codeRanges = readRanges(files, { ...known, patterns })
  const states = countries.filter(({ kind }) => kind === 'country')
  const lines = new Map(states.map(({ code }) => [code, linesOf(files, bankFile(code))]))
  const revision = revisionOf(
    files,
    sources.map(({ date }) => date),
  )
  const bytes = new Map([...lines].map(([code, ofCountry]) => [code, ofCountry.bytes]))
  const banks = readBanks(lines, { ...known, patterns }, codeRanges)
  const tables = { countries, ...known, officialCounts, codeRanges }
  return { revision, ...tables, lines: bytes, banks, releases: readReleases(folder) }
}

const bankFile = (country: string): string => `banks/${country.toLowerCase()}.jsonl`

/** Of the shipped data and of the overlay. */
function linesOf(files: DataFile[], name: string): { bytes: Buffer; placed: () => LocatedLine[] } {
  const own = files.some((file) => file.name === `overlay/${name}`) ? bytesOf(files, `overlay/${name}`) : undefined
  if (!own) {
    const bytes = bytesOf(files, name)
    return { bytes, placed: () => locatedLines(name, bytes) }
  }
  const shipped = files.some((file) => file.name === name) ? locatedLines(name, bytesOf(files, name)) : []
  const merged = mergeLines(shipped, locatedLines(`overlay/${name}`, own))
  return { bytes: Buffer.from(merged.map(({ text }) => `${text}\n`).join('')), placed: () => merged }
}

function readTables<Row>(
  files: DataFile[],
  name: string,
  check: (value: unknown, place: { file: string }) => Row,
  keyOf: (row: Row) => string,
): Row[] {
  const shipped = readTable(files, name, check)
  return has(files, `overlay/${name}`) ? mergeRows(shipped, readTable(files, `overlay/${name}`, check), keyOf) : shipped
}

const has = (files: DataFile[], name: string): boolean => files.some((file) => file.name === name)

/** The file may be missing, in the data and in the overlay. */
function readRanges(files: DataFile[], known: KnownReferences): CodeRange[] {
  const names = [codeRangesFile, `overlay/${codeRangesFile}`]
  if (!names.some((name) => has(files, name))) return []
  const check = createSchemaCheck<CodeRange>(codeRangeSchema)
  const [shipped = [], overlay = []] = names.map((name) => {
    const ranges = has(files, name) ? readTable(files, name, check) : []
    checkRanges(ranges, known, name)
    return ranges
  })
  return mergeRanges(shipped, overlay)
}

/** The file may be missing, in the data and in the overlay. */
function readCounts(
  files: DataFile[],
  countries: CountryRecord[],
  sources: Map<string, Source>,
): OfficialCountRecord[] {
  const name = 'official-counts.json'
  // Compiling the schema takes longer than the rest, and many folders have no such file.
  if (!has(files, name) && !has(files, `overlay/${name}`)) return []
  const check = createSchemaCheck<OfficialCountRecord>(officialCountSchema)
  const read = (file: string): OfficialCountRecord[] => (has(files, file) ? readTable(files, file, check) : [])
  const counts = mergeRows(read(name), read(`overlay/${name}`), ({ country, of }) => `${country} ${of}`)
  for (const { country, of, source } of counts) {
    const fail = (reason: string): never => {
      throw DatasetError.at({ file: name }, `the count of ${of}: ${reason}`)
    }
    if (!countries.some(({ code, kind }) => code === country && kind === 'country')) fail(`${country} is not a country`)
    if (!sources.has(source)) fail(`its source ${source} is not in sources.json`)
  }
  return counts
}

/** `prefix` comes before the names of the files. */
function readFolder(folder: string, prefix = ''): DataFile[] {
  try {
    const names = ['.', 'banks'].flatMap((inner) =>
      inner === 'banks' && !existsSync(join(folder, inner))
        ? []
        : readdirSync(join(folder, inner)).map((name) => (inner === '.' ? name : `${inner}/${name}`)),
    )
    return names
      .filter((name) => /\.jsonl?$/.test(name))
      .sort()
      .map((name) => ({ name: `${prefix}${name}`, bytes: readDataFile(folder, name, `${prefix}${name}`) }))
  } catch (error) {
    if (error instanceof DatasetError) throw error
    throw DatasetError.at({ file: folder }, `cannot be read as a data folder (${(error as Error).message})`)
  }
}

function bytesOf(files: DataFile[], name: string): Buffer {
  const file = files.find((candidate) => candidate.name === name)
  if (!file) throw DatasetError.at({ file: name }, 'is missing')
  if (!isUtf8(file.bytes)) throw DatasetError.at({ file: name }, 'is not UTF-8')
  return file.bytes
}

function parseFile(files: DataFile[], name: string): unknown {
  const text = bytesOf(files, name).toString()
  try {
    return JSON.parse(text)
  } catch (error) {
    throw DatasetError.at({ file: name }, `is not JSON (${(error as Error).message})`)
  }
}

function readTable<Row>(
  files: DataFile[],
  name: string,
  check: (value: unknown, place: { file: string }) => Row,
): Row[] {
  const rows = parseFile(files, name)
  if (!Array.isArray(rows)) throw DatasetError.at({ file: name }, 'is not a list')
  const seen = new Set<string>()
  return rows.map((row, index) => {
    const key = String(row?.id ?? row?.code ?? `entry ${index + 1}`)
    if (seen.has(key)) throw DatasetError.at({ file: name }, `has "${excerpt(key)}" twice`)
    seen.add(key)
    return check(row, { file: `${name} (${excerpt(key, 60)})` })
  })
}

const checkRecord = createSchemaCheck<BankRecord>(bankRecordSchema)

/** `name` says which pattern is meant. */
function patternOf(pattern: string, place: FileLocation, name: string): RegExp {
  try {
    return compilePattern(pattern)
  } catch (error) {
    throw DatasetError.at(
      place,
      `${name} is not in the subset of regular expressions that data/README.md allows (${(error as Error).message})`,
    )
  }
}

/** One at a time: a record can be dropped as soon as it has been used. */
function* readBanks(
  countries: Map<string, { placed: () => LocatedLine[] }>,
  known: KnownReferences,
  codeRanges: CodeRange[],
): Iterable<BankRecord> {
  const successors = collectSuccessors()
  const rangeBanks = collectRangeBanks(codeRanges, known.schemes)
  for (const [country, { placed }] of countries) {
    let previous = ''
    for (const { text, place } of placed()) {
      const bank = checkRecord(parseLine(text, place), place)
      if (bank.id <= previous) throw DatasetError.at(place, `${bank.id} does not sort after ${previous}`)
      previous = bank.id
      if (!text.startsWith(`{"id":"${bank.id}"`)) throw DatasetError.at(place, 'the id does not come first')
      checkBank(bank, country, known, place)
      successors.add(bank, place)
      rangeBanks.add(bank)
      yield bank
    }
  }
  successors.check()
  rangeBanks.check()
}

function checkCountries(files: DataFile[], countries: CountryRecord[], schemes: Map<string, Scheme>): void {
  const file = 'countries.json'
  const states = new Set(countries.filter(({ kind }) => kind === 'country').map(({ code }) => code))
  const taken = new Set(countries.map(({ code }) => code))
  for (const { code, kind, members = [], code_schemes = [], also = [], bank_codes_from: lender } of countries) {
    for (const other of also) {
      if (taken.has(other)) throw DatasetError.at({ file }, `${code}: its other code ${other} is taken`)
      taken.add(other)
    }
    if ((kind === 'region') !== members.length > 0)
      throw DatasetError.at({ file }, `${code}: only regions have members`)
    const stranger = members.find((member) => !states.has(member))
    if (stranger) throw DatasetError.at({ file }, `${code}: its member ${stranger} is not a supported country`)
    const unknown = code_schemes.find((scheme) => !schemes.has(scheme))
    if (unknown) throw DatasetError.at({ file }, `${code}: its code scheme ${unknown} is not in schemes.json`)
    if (lender !== undefined && !states.has(lender))
      throw DatasetError.at({ file }, `${code}: ${lender} in its bank_codes_from is not a supported country`)
  }
  for (const { name } of files) {
    const code = /^(?:overlay\/)?banks\/(.*)\.jsonl$/.exec(name)?.[1]?.toUpperCase()
    if (code !== undefined && !states.has(code)) throw DatasetError.at({ file: name }, `${code} is not in ${file}`)
  }
}
