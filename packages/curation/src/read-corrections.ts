/** Manual corrections, each with a reason and evidence (`corrections.jsonl`). Imports never change a corrected fact. */
import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FromSchema } from 'json-schema-to-ts'
import { type DataFault, DatasetError, type FileLocation } from '../../../src/dataset/dataset-error.ts'
import { readLine } from '../../../src/dataset/read-folder.ts'
import { createValidator } from '../../../src/dataset/schema-check.ts'
import { bankRecordSchema } from '../../../src/directory/records/bank-record.ts'
import type { Scheme } from '../../../src/directory/records/scheme.ts'
import { sourceSchema } from '../../../src/directory/records/source.ts'
import { compilePattern } from '../../../src/identifiers/pattern-grammar.ts'
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
      description: 'The name of a field, or a code, written as its scheme, a space and its value',
    },
    reason: { type: 'string', minLength: 10 },
    evidence: { type: 'string', minLength: 1, description: 'A URL, or the id of a source' },
    date: sourceSchema.properties.date,
  },
} as const
export type Correction = FromSchema<typeof correctionSchema>

/** One line of the file: a valid correction, or a problem and its fix. */
export type CorrectionLine = { location: FileLocation } & (
  | { correction: Correction }
  | { problem: string; fix: string; subject: string }
)

/** The data that corrections can refer to. */
export interface CorrectionContext {
  banks: { has(id: string): boolean }
  schemes: ReadonlyMap<string, Scheme>
  /** Code patterns by scheme id. Patterns that do not compile are left out. */
  patterns: ReadonlyMap<string, RegExp>
  sources: { has(id: string): boolean }
  /** The latest date that a correction can have. */
  today: string
}

/** Throws `DatasetError` at the first invalid line. */
export function readCorrections(folder: DataFolder, today = new Date().toISOString().slice(0, 10)): Correction[] {
  const file = join(folder.path, correctionsFile)
  if (!existsSync(file)) return []
  const patterns = new Map([...folder.schemes.values()].map(({ id, pattern }) => [id, compilePattern(pattern)]))
  return checkCorrections(readFileSync(file), { ...folder, patterns, today }).map((line) => {
    if ('problem' in line) throw DatasetError.at(line.location, line.problem)
    return line.correction
  })
}

/** Checks each line of the corrections file. `bytes` is the content of the file. */
export function checkCorrections(bytes: Buffer, context: CorrectionContext): CorrectionLine[] {
  const file = correctionsFile
  if (!isUtf8(bytes)) {
    return [{ location: { file }, problem: 'is not UTF-8', fix: 'save it as UTF-8', subject: file }]
  }
  const lines = bytes.toString().split('\n')
  const end = lines.pop()
  const checked = checkLines(lines, context)
  if (end === '') return checked
  const location = { file, line: lines.length + 1 }
  const problem = 'there is no newline at the end of the file'
  return [...checked, { location, problem, fix: 'add one', subject: file }]
}

const validate = createValidator(correctionSchema)

function checkLines(lines: string[], context: CorrectionContext): CorrectionLine[] {
  const seen = new Set<string>()
  return lines.map((text, at) => {
    const location = { file: correctionsFile, line: at + 1 }
    const faults: DataFault[] = []
    const correction = readLine<Correction>(text, location, validate, (fault) => faults.push(fault))
    if (!correction) {
      const problem = faults.map(({ reason }) => reason).join('; ')
      const fix = 'see "Corrections" in data/README.md'
      return { location, problem, fix, subject: `${location.file}:${location.line}` }
    }
    const { bank, fact } = correction
    const subject = `${bank} ${fact}`
    const fault = seen.has(subject) ? duplicateFault(correction) : faultOf(correction, context)
    seen.add(subject)
    return fault ? { location, problem: fault[0], fix: fault[1], subject } : { location, correction }
  })
}

type Fault = [problem: string, fix: string]

const duplicateFault = ({ bank, fact }: Correction): Fault => [
  `an earlier line already corrects ${fact} of ${bank}`,
  'keep one of the two',
]

const fields: readonly string[] = Object.keys(bankRecordSchema.properties)

/**
 * Returns what is wrong with a correction. The bank need not have the fact, because the correction may have removed it.
 */
function faultOf({ bank, fact, evidence, date }: Correction, context: CorrectionContext): Fault | undefined {
  if (!context.banks.has(bank)) return [`there is no bank ${bank}`, 'correct the id, or remove the correction']
  if (!fields.includes(fact)) {
    const fault = codeFault(fact, bank, context)
    if (fault) return fault
  }
  if (!isUrl(evidence) && !context.sources.has(evidence)) {
    const problem = `its evidence "${evidence}" is neither a URL nor a source in sources.json`
    return [problem, 'use a URL, or add the source']
  }
  if (!isDate(date)) return [`its date ${date} is not a valid date`, 'correct it']
  return isLater(date, context.today) ? [`its date ${date} is in the future`, 'correct it'] : undefined
}

/** Requires the code to be written as in the data: a correction with any other spelling would protect nothing. */
function codeFault(fact: string, bank: string, { schemes, patterns }: CorrectionContext): Fault | undefined {
  const id = schemeOf(fact)
  const scheme = id === undefined ? undefined : schemes.get(id)
  if (id === undefined || !scheme) {
    const problem = `"${fact}" is neither a field of a bank nor a code like "us_aba 011000015"`
    return [problem, 'use the name of a field, or a scheme, one space and a value']
  }
  if (scheme.country !== '*' && !bank.startsWith(`${scheme.country.toLowerCase()}-`)) {
    return [`the scheme of "${fact}" belongs to ${scheme.country}`, 'correct the scheme']
  }
  const value = fact.slice(id.length + 1)
  if (patterns.get(id)?.test(value) ?? true) return undefined
  return [
    `the value ${JSON.stringify(value)} of ${id} does not match ${scheme.pattern}`,
    'write it as it is in the data',
  ]
}

/** Returns the scheme id if the fact is a code, as in "us_aba 011000015", or undefined if it is a field. */
export const schemeOf = (fact: string): string | undefined => /^(\S+) /.exec(fact)?.[1]

export const isUrl = (evidence: string): boolean => /^https?:\/\//.test(evidence)
