/** Reads a data folder whole, checks every record, and hands the records to the directory. Broken data is refused. */
import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BankRecord, bankRecordSchema } from '../directory/bank.ts'
import { type CountryRecord, countryRecordSchema } from '../directory/country.ts'
import type { Records } from '../directory/directory.ts'
import { type Scheme, schemeSchema } from '../directory/scheme.ts'
import { type Source, sourceSchema } from '../directory/source.ts'
import { BrokenDataset } from './broken.ts'
import { checker } from './check.ts'
import { checkBank, checkSuccessors } from './references.ts'
import { revisionOf } from './revision.ts'

interface DataFile {
  /** Relative to the data folder, as messages name it. */
  name: string
  bytes: Buffer
}

export function readDataset(folder: string): Records {
  const files = readFolder(folder)
  const countries = readTable(files, 'countries.json', checker<CountryRecord>(countryRecordSchema))
  const schemes = readTable(files, 'schemes.json', checker<Scheme>(schemeSchema))
  const sources = readTable(files, 'sources.json', checker<Source>(sourceSchema))
  const known = {
    schemes: new Map(schemes.map((scheme) => [scheme.id, scheme])),
    sources: new Map(sources.map((source) => [source.id, source])),
  }
  const banks = new Map<string, BankRecord[]>()
  for (const { code, kind } of countries) {
    if (kind === 'country') banks.set(code, readBanks(files, code, known))
  }
  checkCountries(files, countries, known.schemes)
  checkSuccessors(banks)
  const revision = revisionOf(
    files,
    sources.map((source) => source.date),
  )
  return { revision, countries, ...known, banks }
}

function readFolder(folder: string): DataFile[] {
  try {
    const names = ['.', 'banks'].flatMap((inner) =>
      readdirSync(join(folder, inner)).map((name) => (inner === '.' ? name : `${inner}/${name}`)),
    )
    return names
      .filter((name) => /\.jsonl?$/.test(name))
      .sort()
      .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  } catch (error) {
    throw new BrokenDataset({ file: folder }, `cannot be read as a data folder (${(error as Error).message})`)
  }
}

function textOf(files: DataFile[], name: string): string {
  const file = files.find((candidate) => candidate.name === name)
  if (!file) throw new BrokenDataset({ file: name }, 'is missing')
  if (!isUtf8(file.bytes)) throw new BrokenDataset({ file: name }, 'is not UTF-8')
  return file.bytes.toString()
}

function readTable<Row>(
  files: DataFile[],
  name: string,
  check: (value: unknown, place: { file: string }) => Row,
): Row[] {
  let rows: unknown
  try {
    rows = JSON.parse(textOf(files, name))
  } catch (error) {
    if (error instanceof BrokenDataset) throw error
    throw new BrokenDataset({ file: name }, `is not JSON (${(error as Error).message})`)
  }
  if (!Array.isArray(rows)) throw new BrokenDataset({ file: name }, 'is not a list')
  const seen = new Set<string>()
  return rows.map((row, index) => {
    const key = String(row?.id ?? row?.code ?? `entry ${index + 1}`)
    if (seen.has(key)) throw new BrokenDataset({ file: name }, `has "${key}" twice`)
    seen.add(key)
    return check(row, { file: `${name} (${key})` })
  })
}

const checkRecord = checker<BankRecord>(bankRecordSchema)

function readBanks(
  files: DataFile[],
  country: string,
  known: { schemes: Map<string, Scheme>; sources: Map<string, Source> },
): BankRecord[] {
  const file = `banks/${country.toLowerCase()}.jsonl`
  const lines = textOf(files, file).split('\n')
  if (lines.pop() !== '') throw new BrokenDataset({ file, line: lines.length + 1 }, 'the last line does not end')
  let previous = ''
  return lines.map((text, index) => {
    const place = { file, line: index + 1 }
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      throw new BrokenDataset(place, `is not JSON (${(error as Error).message})`)
    }
    const bank = checkRecord(value, place)
    if (bank.id <= previous) throw new BrokenDataset(place, `${bank.id} does not sort after ${previous}`)
    previous = bank.id
    checkBank(bank, country, known, place)
    return bank
  })
}

function checkCountries(files: DataFile[], countries: CountryRecord[], schemes: Map<string, Scheme>): void {
  const file = 'countries.json'
  const states = new Set(countries.filter(({ kind }) => kind === 'country').map(({ code }) => code))
  for (const { code, kind, members = [], code_schemes = [] } of countries) {
    if ((kind === 'region') !== members.length > 0)
      throw new BrokenDataset({ file }, `${code}: only regions have members`)
    const stranger = members.find((member) => !states.has(member))
    if (stranger) throw new BrokenDataset({ file }, `${code}: its member ${stranger} is not a supported country`)
    const unknown = code_schemes.find((scheme) => !schemes.has(scheme))
    if (unknown) throw new BrokenDataset({ file }, `${code}: its code scheme ${unknown} is not in schemes.json`)
  }
  for (const { name } of files) {
    const code = /^banks\/(.*)\.jsonl$/.exec(name)?.[1]?.toUpperCase()
    if (code !== undefined && !states.has(code)) throw new BrokenDataset({ file: name }, `${code} is not in ${file}`)
  }
}
