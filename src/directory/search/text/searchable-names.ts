/**
 * The texts by which a bank can be found: names, initials, city, region, BICs, LEI, USSD code and non-numeric codes.
 */
import type { BankRecord } from '../../records/bank.ts'
import { isNumericCode } from '../../storage/code-index.ts'
import { legalForms, particles } from './optional-words.ts'
import { foldWords, type Word } from './tokenizer.ts'

export const nameFields = [
  'name',
  'short_name',
  'alias',
  'legal_name',
  'initials',
  'bic',
  'lei',
  'ussd',
  'code',
  // A former or unconfirmed code.
  'other_code',
  'city',
  'region',
] as const
export type NameField = (typeof nameFields)[number]

export interface Name {
  field: NameField
  /** As written in the record. */
  text: string
  words: NameWord[]
}

export interface NameWord {
  text: string
  /** UTF-16 offsets in the name; the end is exclusive. Initials have one span for each letter. */
  spans: [number, number][]
}

/** The searchable fields of a bank record, or of a bank in a list, where unknown values are null. */
export type NamedBank = {
  [Key in 'short_name' | 'legal_name' | 'bic' | 'lei' | 'ussd' | 'city' | 'region']?: string | null | undefined
} & Pick<BankRecord, 'name' | 'aliases' | 'other_bics' | 'codes'>

/** Returns all names of the bank, or only those from one field, in the order of the fields in a record. */
export function searchableNames(bank: NamedBank, onlyField?: NameField): Name[] {
  const names: Name[] = []
  const add = (field: NameField, text: string | null | undefined): void => {
    if (!text || (onlyField !== undefined && sourceField(onlyField) !== field)) return
    const folded = foldWords(text)
    names.push({ field, text, words: folded.map(toNameWord) })
    if (folded.some(({ spelledOut }) => spelledOut !== undefined)) {
      const words = folded.map((word) => toNameWord({ ...word, text: word.spelledOut ?? word.text }))
      names.push({ field, text, words })
    }
    if (field !== 'name' || onlyField === 'name') return
    for (const word of initialsOf(folded)) names.push({ field: 'initials', text, words: [word] })
  }
  add('name', bank.name)
  add('short_name', bank.short_name)
  add('legal_name', bank.legal_name)
  for (const alias of bank.aliases ?? []) add('alias', alias)
  add('city', bank.city)
  add('region', bank.region)
  for (const { value, status, bic } of bank.codes ?? []) {
    if (!isNumericCode(value)) add(status === undefined ? 'code' : 'other_code', value)
    add('bic', bic)
  }
  add('bic', bank.bic)
  for (const bic of bank.other_bics ?? []) add('bic', bic)
  add('lei', bank.lei)
  add('ussd', bank.ussd)
  return onlyField === undefined ? names : names.filter(({ field }) => field === onlyField)
}

const sourceField = (field: NameField): NameField => (field === 'initials' ? 'name' : field)

const toNameWord = ({ text, start, end }: Word): NameWord => ({ text, spans: [[start, end]] })

/**
 * Returns the initials with and without particles, but never with legal forms: "United Bank for Africa" is known as
 * UBA, and sometimes as UBFA. Initials need at least three letters, because two letters match too many banks.
 */
function initialsOf(words: readonly Word[]): NameWord[] {
  const all = words.filter(({ text }) => !legalForms.has(text))
  const withoutParticles = all.filter(({ text }) => !particles.has(text))
  return (withoutParticles.length === all.length ? [all] : [all, withoutParticles])
    .filter((chosen) => chosen.length >= 3)
    .map((chosen) => ({
      text: chosen.map(({ text }) => text[0]).join(''),
      spans: chosen.map(({ start }) => [start, start + 1]),
    }))
}
