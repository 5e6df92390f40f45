/** Splits the example of a payment method into its parts, so that a page can show which characters are the bank code. */

import * as aba from '../../identifiers/aba.ts'
import { compact, matches, partEnds, patternOf } from '../../identifiers/account-form.ts'
import { domesticParts } from '../../identifiers/domestic-iban.ts'
import * as iban from '../../identifiers/iban.ts'
import * as nuban from '../../identifiers/nuban.ts'
import type { Parts } from '../../identifiers/verdict.ts'
import type { AccountFormRecord } from '../records/account-form-record.ts'
import type { AccountField, PaymentMethod } from '../records/account-requirements-record.ts'

export interface NumberPart {
  /** As in the `parts` of resolve, or the key of a field that has no parts. */
  name: string
  /** Label of a field that has no parts. */
  label?: string
  text: string
}

/** Phone numbers and choices have no parts. */
const drawnTypes = new Set<AccountField['type']>(['bank', 'text', 'iban'])

/** Returns the parts of the fields in the order of the form. The texts of a field's parts together are its example. */
export const partsOfMethod = (
  { fields }: Pick<PaymentMethod, 'fields'>,
  forms: readonly AccountFormRecord[],
): NumberPart[] => fields.filter(({ type }) => drawnTypes.has(type)).flatMap((field) => partsOfField(field, forms))

function partsOfField(field: AccountField, forms: readonly AccountFormRecord[]): NumberPart[] {
  const { key, label, type, check, pattern, example } = field
  const text = compact(example)
  if (type === 'iban') return partsOfIban(text)
  if (check === 'nuban') return named(nuban.parts(text))
  if (check === 'us_aba') return named(aba.parts(text))
  const form = forms.find((one) => patternOf(one) === pattern && matches(text, one))
  return form ? partsOfForm(text, form) : [{ name: key, label, text: example }]
}

const named = (parts: Parts): NumberPart[] => Object.entries(parts).map(([name, text = '']) => ({ name, text }))

/** The national account number has more parts than the registry, where we know its rule. */
function partsOfIban(text: string): NumberPart[] {
  const { country, check_digits, sort_code, ...rest } = iban.parts(text)
  const { check_digits: _, ...body } = domesticParts(text) ?? rest
  const nameOf = (name: string): string => (name === 'branch_code' && sort_code !== undefined ? 'sort_code' : name)
  return [
    ...named({ country, check_digits } as Parts),
    ...named(body as Parts).map(({ name, text }) => ({ name: nameOf(name), text })),
  ]
}

function partsOfForm(text: string, form: AccountFormRecord): NumberPart[] {
  const ends = partEnds(text, form)
  return Object.keys(form.parts).map((name, at) => ({ name, text: text.slice(ends[at - 1] ?? 0, ends[at]) }))
}
