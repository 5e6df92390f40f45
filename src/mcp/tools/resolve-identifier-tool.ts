/** The tool that finds the bank behind an identifier, or says why the identifier is invalid. */
import type { FromSchema } from 'json-schema-to-ts'
import { readIdentifier } from '../../directory/requests/parameters.ts'
import { batchCost } from '../../directory/resolve/batch-cost.ts'
import { verdicts } from '../../directory/resolve/reading.ts'
import type { ReadingResult } from '../../directory/resolve/resolve-schema.ts'
import { countryArgument, type Tool, ToolError } from '../tool.ts'
import {
  bankFields,
  branchFields,
  holderSchema,
  nameOfBranch,
  railsSchema,
  toHolder,
  toRails,
} from '../views/bank-item.ts'
import { type Fields, listOrNone, pickFields } from '../views/lean.ts'

const itemsMax = 50
/** A call with several identifiers returns fewer banks and readings for each. */
const sizes = {
  single: { banksMax: 5, readingsMax: 6 },
  batch: { banksMax: 2, readingsMax: 3 },
}

const text = { type: 'string' } as const

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['identifiers'],
  properties: {
    identifiers: {
      type: 'array',
      minItems: 1,
      maxItems: itemsMax,
      items: text,
      description: 'an array of 1 to 50 strings; keep leading zeros',
    },
    country: countryArgument,
  },
} as const

const resultSchema = {
  type: 'object',
  required: ['verdict'],
  properties: {
    verdict: { enum: [...verdicts, 'unrecognised'] },
    kind: text,
    scheme: text,
    canonical: text,
    message: text,
    suggestion: { ...text, description: 'Ask the user to confirm it' },
    note: text,
    bic: text,
    account_checked: { type: 'boolean' },
    ...branchFields,
    sepa: { type: 'boolean' },
    rails: railsSchema,
    parts: { type: 'object' },
    banks: { type: 'array', items: holderSchema },
    bank_count: { type: 'integer' },
    others: { type: 'array', items: text, description: 'Less likely readings' },
  },
} as const

export const resolveIdentifier: Tool = {
  name: 'resolve_identifier',
  title: 'Resolve identifiers',
  description:
    'Say which bank an identifier belongs to, and whether it is valid: IBAN, BIC, bank code, routing number, sort code, ' +
    'IFSC, BSB, CLABE, NUBAN, LEI, or "zenith 1000000001". Use it to check an IBAN, to get its BIC, or to explain a ' +
    'wrong one. For a name use search_banks, for a bank code and account number check_account.',
  inputSchema,
  outputSchema: {
    type: 'object',
    required: ['results'],
    properties: {
      results: { type: 'array', items: resultSchema },
    },
  },
  run: async ({ identifiers: inputs, country: input }: FromSchema<typeof inputSchema>, context) => {
    const identifiers = inputs.map(readIdentifier)
    const { requireCountry, startResolve } = await context.loadLookups()
    const country = input === undefined ? undefined : requireCountry(input)
    const refusal = await context.charge(batchCost(identifiers) - 1)
    if (refusal !== undefined) throw new ToolError(refusal)
    const size = identifiers.length === 1 ? sizes.single : sizes.batch
    const results = []
    for (const identifier of identifiers) {
      const json = await context.run(() => startResolve(identifier, country, { fields: bankFields, ...size }))
      results.push(toBestResult(JSON.parse(json) as Resolved))
    }
    return { results }
  },
}

interface Resolved {
  readings: ReadingResult[]
  reading_count: number
}

function toBestResult({ readings, reading_count }: Resolved): Fields {
  const [best, ...others] = readings
  if (!best) return { verdict: 'unrecognised', message: unrecognised }
  const unlisted = reading_count - readings.length
  return toResult(best, [...others.map(describe), ...(unlisted > 0 ? [`${unlisted} more`] : [])])
}

const unrecognised =
  'Unrecognised format. Check the value with the user, send `country`, or use search_banks if this is a name.'

function toResult(reading: ReadingResult, others: string[]): Fields {
  const { verdict, bank_count, branch, banks, parts, rails } = reading
  return pickFields(resultSchema, reading, {
    ...(verdict === 'invalid' && { account_checked: null, branch_checked: null }),
    branch: nameOfBranch(branch),
    rails: toRails(rails),
    parts: Object.keys(parts).length > 1 ? parts : null,
    banks: listOrNone(banks.map(toHolder)),
    bank_count: bank_count > banks.length ? bank_count : null,
    others: listOrNone(others),
  })
}

/** Returns for example "be_code (possible): Belfius Banque, BE". */
function describe({ kind, scheme, verdict, banks: [first], parts }: ReadingResult): string {
  const holder = first as { name: string; country: string } | undefined
  const where = holder ? `${holder.name}, ${holder.country}` : (parts as { country?: string }).country
  return `${scheme ?? kind} (${verdict})${where === undefined ? '' : `: ${where}`}`
}
