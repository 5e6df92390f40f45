/** One bank for a model: all kinds of facts, but long lists cut off with their count, and sources as one line each. */
import type { BankDetail } from '../../directory/records/bank-record.ts'
import { railsSchema, toRails } from './bank-item.ts'
import { type Fields, lean, listOrNone, pickFields } from './lean.ts'

const sizes = { aliases: 8, codes: 6, formerCodes: 5, bics: 5, notes: 4, noteCharacters: 400, sources: 3 }

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const

export const bankDetailsSchema = {
  type: 'object',
  required: ['id', 'name', 'country', 'status', 'codes'],
  properties: {
    id: text,
    name: text,
    short_name: text,
    legal_name: text,
    aliases: texts,
    country: text,
    type: text,
    city: text,
    region: text,
    status: { ...text, description: 'Only `active` is open' },
    status_since: text,
    successor: { ...text, description: 'Id of the bank that took it over' },
    code: { ...text, description: 'For payments; absent if it depends on the account' },
    code_scheme: text,
    codes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['scheme', 'values'],
        properties: {
          scheme: text,
          label: text,
          used_for: text,
          values: texts,
          count: { type: 'integer' },
        },
      },
    },
    former_codes: { ...texts, description: 'Do not use for payments' },
    unconfirmed_codes: texts,
    bic: text,
    other_bics: texts,
    lei: text,
    website: text,
    ussd: text,
    confidence: text,
    rails: { ...railsSchema, description: 'By payment rail; a rail that is not named is not known' },
    notes: texts,
    sources: texts,
  },
} as const

export function toBankDetails(bank: BankDetail): Fields {
  const codesWith = (wanted: string): string[] =>
    bank.code_details.filter((detail) => detail.status === wanted).map(({ scheme, value }) => `${scheme} ${value}`)
  return pickFields(bankDetailsSchema, bank, {
    aliases: listOrNone(firstOf(bank.aliases, sizes.aliases)),
    codes: codesOf(bank),
    former_codes: listOrNone(firstOf(codesWith('former'), sizes.formerCodes)),
    unconfirmed_codes: listOrNone(firstOf(codesWith('unconfirmed'), sizes.formerCodes)),
    other_bics: listOrNone(firstOf(bank.other_bics, sizes.bics)),
    rails: toRails(bank.rails),
    notes: listOrNone(firstOf(bank.notes, sizes.notes).map(shorten)),
    sources: sourcesOf(bank),
  })
}

/** Returns the first items and, if there are more, a last one that says how many. */
function firstOf(items: readonly string[], max: number): string[] {
  return items.length <= max ? [...items] : [...items.slice(0, max), `and ${items.length - max} more`]
}

const shorten = (note: string): string =>
  note.length <= sizes.noteCharacters ? note : `${note.slice(0, sizes.noteCharacters).toWellFormed()}…`

function codesOf({ codes, code_details }: BankDetail) {
  return Object.entries(codes).map(([scheme, values]) => {
    const detail = code_details.find((one) => one.scheme === scheme)
    return lean({
      scheme,
      label: detail?.label ?? scheme,
      used_for: detail?.used_for ?? '',
      values: values.slice(0, sizes.codes),
      count: values.length > sizes.codes ? values.length : undefined,
    })
  })
}

function sourcesOf({ sources }: BankDetail): string[] {
  const newestFirst = sources.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
  return firstOf(
    newestFirst.map(({ publisher, date }) => `${publisher}, ${date}`),
    sizes.sources,
  )
}
