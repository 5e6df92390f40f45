/** What somebody has put right by hand, with the reason and the evidence: no import changes these facts. */
import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FromSchema } from 'json-schema-to-ts'
import { DatasetError, type FileLocation } from '../dataset/dataset-error.ts'
import { createSchemaCheck, parseLine } from '../dataset/schema-check.ts'
import { bankRecordSchema } from '../directory/records/bank.ts'
import type { Scheme } from '../directory/records/scheme.ts'
import { sourceSchema } from '../directory/records/source.ts'
import { compilePattern } from '../identifiers/pattern-grammar.ts'
import type { DataFolder } from './data-folder.ts'
import { isDate, isLater } from './dates.ts'

export const correctionsFile = 'corrections.jsonl'

export const correctionSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['bank', 'fact', 'reason', 'evidence', 'date'],
  properties: {
    bank: bankRecordSchema.properties.id,
    fact: {
      type: 'string',
      minLength: 1,
      description: 'A field of the record, or a code: its scheme, a space, its value',
    },
    reason: { type: 'string', minLength: 10 },
    evidence: { type: 'string', minLength: 1, description: 'An address, or the id of a source' },
    date: sourceSchema.properties.date,
  },
} as const
export type Correction = FromSchema<typeof correctionSchema>

/** A line of the file: what it corrects, or what is wrong with it and how to mend that. */
export type CorrectionLine = { place: FileLocation } & (
  | { correction: Correction }
  | { problem: string; mend: string; subject: string }
)

/** What a correction can speak of. */
export interface Known {
  banks: { has(id: string): boolean }
  schemes: ReadonlyMap<string, Scheme>
  /** By scheme: what its codes look like. One that cannot be read is left out. */
  patterns: ReadonlyMap<string, RegExp>
  sources: { has(id: string): boolean }
  /** The latest date that a correction can have. */
  today: string
}

/** Fails with `BrokenDataset` at the first line that is wrong. */
export function readCorrections(folder: DataFolder, today = new Date().toISOString().slice(0, 10)): Correction[] {
  const file = join(folder.path, correctionsFile)
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const patterns = new Map([...folder.schemes.values()].map(({ id, pattern }) => [id, compilePattern(pattern)]))
  return weighCorrections(isUtf8(bytes) ? bytes.toString() : undefined, { ...folder, patterns, today }).map((line) => {
    if ('problem' in line) throw DatasetError.at(line.place, line.problem)
    return line.correction
  })
}

/** `text`: undefined where it is not UTF-8. */
export function weighCorrections(text: string | undefined, known: Known): CorrectionLine[] {
  const file = correctionsFile
  if (text === undefined) {
    return [{ place: { file }, problem: 'is not UTF-8', mend: 'save it in that encoding', subject: file }]
  }
  const lines = text.split('\n')
  const end = lines.pop()
  const weighed = weighLines(lines, known)
  if (end === '') return weighed
  const place = { file, line: lines.length + 1 }
  return [...weighed, { place, problem: 'the last line does not end', mend: 'end it', subject: file }]
}

const check = createSchemaCheck<Correction>(correctionSchema)

function weighLines(lines: string[], known: Known): CorrectionLine[] {
  const seen = new Set<string>()
  return lines.map((text, at) => {
    const place = { file: correctionsFile, line: at + 1 }
    const where = `${place.file}:${place.line}`
    let correction: Correction
    try {
      correction = check(parseLine(text, place), place)
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error
      const mend = '"Corrections" in data/README.md says what a line holds'
      return { place, problem: error.message.slice(where.length + 2), mend, subject: where }
    }
    const { bank, fact } = correction
    const subject = `${bank} ${fact}`
    const fault = seen.has(subject) ? twice(correction) : faultOf(correction, known)
    seen.add(subject)
    return fault ? { place, problem: fault[0], mend: fault[1], subject } : { place, correction }
  })
}

type Fault = [problem: string, mend: string]

const twice = ({ bank, fact }: Correction): Fault => [`${fact} of ${bank} is there twice`, 'keep one of them']

const fields: readonly string[] = Object.keys(bankRecordSchema.properties)

/** That the record has the fact is not asked: what was taken out is a correction, too. */
function faultOf({ bank, fact, evidence, date }: Correction, known: Known): Fault | undefined {
  if (!known.banks.has(bank)) return [`there is no bank ${bank}`, 'correct the id, or take the correction out']
  if (!fields.includes(fact)) {
    const fault = faultOfCode(fact, bank, known)
    if (fault) return fault
  }
  if (!isAddress(evidence) && !known.sources.has(evidence)) {
    const problem = `its evidence "${evidence}" is neither an address nor a source of sources.json`
    return [problem, 'give the address, or add the source there']
  }
  if (!isDate(date)) return [`its date ${date} is not in the calendar`, 'correct it']
  return isLater(date, known.today) ? [`its date ${date} is still to come`, 'correct it'] : undefined
}

/** A code in another form than the data has it would protect nothing. */
function faultOfCode(fact: string, bank: string, { schemes, patterns }: Known): Fault | undefined {
  const id = schemeOf(fact)
  const scheme = id === undefined ? undefined : schemes.get(id)
  if (id === undefined || !scheme) {
    const problem = `"${fact}" is neither a field of a bank nor a code such as "us_aba 011000015"`
    return [problem, 'write the field, or the scheme, one space and the value']
  }
  if (scheme.country !== '*' && !bank.startsWith(`${scheme.country.toLowerCase()}-`)) {
    return [`"${fact}" is of a scheme of ${scheme.country}`, 'correct the scheme']
  }
  const value = fact.slice(id.length + 1)
  if (patterns.get(id)?.test(value) ?? true) return undefined
  return [`the value ${JSON.stringify(value)} of ${id} does not fit ${scheme.pattern}`, 'write it as the data has it']
}

/** The scheme of a code; undefined for a field. */
export const schemeOf = (fact: string): string | undefined => /^(\S+) /.exec(fact)?.[1]

export const isAddress = (evidence: string): boolean => /^https?:\/\//.test(evidence)
