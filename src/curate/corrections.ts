/** What somebody has put right by hand, with the reason and the evidence: no import changes these facts. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FromSchema } from 'json-schema-to-ts'
import { BrokenDataset } from '../dataset/broken.ts'
import { checker } from '../dataset/check.ts'
import { placedLines } from '../dataset/overlay.ts'
import { bankRecordSchema } from '../directory/bank.ts'
import { sourceSchema } from '../directory/source.ts'
import type { DataFolder } from './data-folder.ts'

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

const check = checker<Correction>(correctionSchema)
const fields: readonly string[] = Object.keys(bankRecordSchema.properties)

/** Each has to name a bank, a fact of it that is there (or, for a code, was taken out) and its evidence. */
export function readCorrections({ path, banks, schemes, sources }: DataFolder): Correction[] {
  const file = join(path, correctionsFile)
  if (!existsSync(file)) return []
  const seen = new Set<string>()
  return placedLines(correctionsFile, readFileSync(file)).map(({ text, place }) => {
    const correction = check(parse(text, place), place)
    const { bank, fact, evidence } = correction
    const fail = (reason: string): never => {
      throw BrokenDataset.at(place, reason)
    }
    if (!banks.has(bank)) fail(`there is no bank ${bank}`)
    const [scheme = '', value] = fact.split(' ')
    if (!fields.includes(fact) && (value === undefined || !schemes.has(scheme))) {
      fail(`"${fact}" is neither a field of a bank nor a code such as "us_aba 011000015"`)
    }
    if (!/^https?:\/\//.test(evidence) && !sources.has(evidence)) {
      fail(`its evidence "${evidence}" is neither an address nor a source of sources.json`)
    }
    if (seen.has(`${bank} ${fact}`)) fail(`${fact} of ${bank} is there twice`)
    seen.add(`${bank} ${fact}`)
    return correction
  })
}

function parse(text: string, place: { file: string; line?: number }): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw BrokenDataset.at(place, `is not JSON (${(error as Error).message})`)
  }
}
