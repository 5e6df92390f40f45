/** The tool that returns one bank with its codes. */
import type { FromSchema } from 'json-schema-to-ts'
import type { Lookups } from '../../directory/lookups.ts'
import type { BankDetail } from '../../directory/records/bank-record.ts'
import { quoteValue } from '../../directory/requests/lookup-error.ts'
import { queryCharactersMax } from '../../directory/requests/values.ts'
import type { McpContext } from '../mcp-context.ts'
import { type Tool, ToolError } from '../tool.ts'
import { bankDetailsSchema, toBankDetails } from '../views/bank-details.ts'

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 200, description: 'an id from another tool, such as ng-gtbank' },
  },
} as const

export const getBank: Tool = {
  name: 'get_bank',
  title: 'Get a bank',
  description:
    'Everything about one bank: all kinds of codes, BICs, LEI, names, status, successor after a merger, ' +
    'payment rails, notes, sources. Use it after search_banks (a name) or resolve_identifier (a code). Do not guess ids.',
  inputSchema,
  outputSchema: bankDetailsSchema,
  run: ({ id }: FromSchema<typeof inputSchema>, context) => readBank(id, context),
}

/** As in `requireBankId`. */
export async function readBank(input: string, context: McpContext) {
  const { findBank } = await context.loadLookups()
  const id = await requireBankId(input, context)
  const json = await context.run(() => findBank(id))
  return toBankDetails(JSON.parse(json as string) as BankDetail)
}

/** Accepts an id in upper case or with spaces around it. Throws an error that says how to find the id. */
export async function requireBankId(input: string, context: McpContext): Promise<string> {
  const lookups = await context.loadLookups()
  const id = input.trim().toLowerCase()
  if (lookups.hasBank(id)) return id
  const missing = lookups.lossNotes.missingBank(id)
  if (missing) throw new ToolError(`No bank has the id ${quoteValue(input)}; ${missing.sentence}`)
  const similar = await findSimilar(input, lookups, context)
  const hint = similar.length > 0 ? ` Similar: ${similar.join('; ')}.` : ''
  throw new ToolError(
    `No bank has the id ${quoteValue(input)}.${hint} Find the id with search_banks (by name) or resolve_identifier (by code or BIC).`,
  )
}

/** A shorter text is similar to anything. */
const similarCharactersMin = 3

async function findSimilar(input: string, { findCountry, search }: Lookups, context: McpContext): Promise<string[]> {
  const words = input.replaceAll(/[-_]/g, ' ').trim()
  const prefix = /^([a-z]{2})[-_ ](.+)$/i.exec(words)
  const country = prefix ? findCountry(prefix[1] as string) : undefined
  const text = (country && prefix ? (prefix[2] as string) : words).slice(0, queryCharactersMax)
  if (text.length < similarCharactersMin) return []
  const json = await context.run(() => search({ text, country, limit: 3 }))
  const { banks } = JSON.parse(json) as { banks: { id: string; name: string }[] }
  return banks.map(({ id, name }) => `${id} (${name})`)
}
