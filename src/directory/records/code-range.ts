/**
 * A range of codes in one scheme, and the banks that hold it (`data/code-ranges.json`). Ranges are used where a bank
 * has far more codes than its record could list: UK sort codes and Swedish clearing numbers.
 */
import type { FromSchema } from 'json-schema-to-ts'

export const codeRangeSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['scheme', 'first', 'last', 'banks', 'evidence', 'source'],
  properties: {
    scheme: { type: 'string', description: 'Id of a code scheme' },
    first: { type: 'string', pattern: '^\\d{2,12}$' },
    last: { type: 'string', pattern: '^\\d{2,12}$' },
    banks: { type: 'array', items: { type: 'string' }, minItems: 1, description: 'Ids of banks' },
    // `assigned` means that the issuer assigned the range to the bank, which is then a `holder`. With `seen` or
    // `usual`, the bank is only a `usual_holder`.
    evidence: { enum: ['assigned', 'seen', 'usual'] },
    agency: { const: true, description: 'Other institutions have codes in the range too' },
    account: {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'digits'],
      description: 'The format of Swedish account numbers, as Bankgirot defines it',
      properties: {
        type: { enum: [1, 2] },
        // Which of Bankgirot's numbered comments defines the check digit. Omitted if published rules disagree; the
        // check digit is then not checked.
        comment: { enum: [1, 2, 3] },
        digits: {
          type: 'array',
          items: [
            { type: 'integer', minimum: 2, maximum: 10 },
            { type: 'integer', minimum: 2, maximum: 10 },
          ],
          minItems: 2,
          maxItems: 2,
          additionalItems: false,
          description: 'Minimum and maximum number of digits, without the clearing number',
        },
      },
    },
    source: { type: 'string', description: 'Id of a source' },
  },
} as const

export type CodeRange = FromSchema<typeof codeRangeSchema>

/** Formats the range for messages: "5000-5999". */
export const rangeName = ({ first, last }: Pick<CodeRange, 'first' | 'last'>): string => `${first}-${last}`

export interface CodeRanges {
  find(scheme: string, code: string): CodeRange | undefined
  /** Whether the issuer of the scheme assigns codes in ranges and the data has these ranges. */
  areAssigned(scheme: string): boolean
}

/** `ranges` must be sorted by scheme and first code, and must not overlap. */
export function createCodeRanges(ranges: readonly CodeRange[]): CodeRanges {
  const byScheme = Map.groupBy(ranges, ({ scheme }) => scheme)
  return {
    find: (scheme, code) => findIn(byScheme.get(scheme) ?? [], code),
    areAssigned: (scheme) => byScheme.get(scheme)?.[0]?.evidence === 'assigned',
  }
}

function findIn(ranges: readonly CodeRange[], code: string): CodeRange | undefined {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle] as CodeRange).last < code) low = middle + 1
    else high = middle
  }
  const range = ranges[low]
  // Codes are compared as strings, which works only if both have the same length.
  return range && range.first <= code && range.first.length === code.length ? range : undefined
}
