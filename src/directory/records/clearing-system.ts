/**
 * A clearing system in ISO's external code list (`data/clearing-systems.json`): its code, and how the identification of
 * its members is composed from the parts of an account number or a bank code.
 */
import type { FromSchema } from 'json-schema-to-ts'

/** The parts that an identification can contain. Resolve returns them under the same names. */
export const memberIdParts = ['bank_code', 'branch_code', 'sort_code', 'routing_number'] as const

export const clearingSystemSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'country', 'member_id', 'pattern', 'example', 'source'],
  properties: {
    code: { type: 'string', pattern: '^[A-Z]{5}$', description: 'Code of the clearing system in payment messages' },
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    scheme: { type: 'string', description: 'Id of the code scheme whose codes identify the members' },
    member_id: { type: 'string', minLength: 1, description: 'Digits and letters, and parts in braces' },
    pattern: { type: 'string', pattern: '^\\^.+\\$$', description: 'Pattern of the identification of a member' },
    example: { type: 'string', minLength: 1 },
    // Left out if the identification is the code of the scheme itself.
    format_source: { type: 'string', description: 'Id of the source of the format' },
    source: { type: 'string', description: 'Id of the copy of the code list that has the code' },
  },
} as const

export type ClearingSystem = FromSchema<typeof clearingSystemSchema>

export type MemberParts = Readonly<Record<string, string | undefined>>

/** Returns null if a part is missing, or if the result does not have the format of the clearing system. */
export function composeMemberId(system: ClearingSystem, parts: MemberParts): string | null {
  const composed = system.member_id.replaceAll(/\{(\w+)\}/g, (_, name) => parts[name] ?? '?')
  return expressionOf(system).test(composed) ? composed : null
}

/** Caches the expressions, because compiling one takes longer than composing an id. */
const expressions = new WeakMap<ClearingSystem, RegExp>()

function expressionOf(system: ClearingSystem): RegExp {
  const expression = expressions.get(system) ?? new RegExp(system.pattern)
  expressions.set(system, expression)
  return expression
}
