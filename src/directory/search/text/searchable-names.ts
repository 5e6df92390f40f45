/**
 * The texts by which a bank can be found: names, initials, city, region, BICs, LEI, USSD code and non-numeric codes.
 */
import type { BankRecord } from '../../records/bank-record.ts'
import { isNumericCode } from '../../storage/code-index.ts'
import { legalForms, particles } from './abbreviations.ts'
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
  words: string[]
}

/** The searchable fields of a bank record, or of a bank in a list, where unknown values are null. */
export type NamedBank = {
  [Key in 'short_name' | 'legal_name' | 'bic' | 'lei' | 'ussd' | 'city' | 'region']?: string | null | undefined
} & Pick<BankRecord, 'name' | 'aliases' | 'other_bics' | 'codes'>

/** Returns all names of the bank, in the order of the fields in a record. */
export function searchableNames(bank: NamedBank): Name[] {
  const names: Name[] = []
  const add = (field: NameField, text: string | null | undefined): void => {
    if (!text) return
    const folded = foldWords(text)
    names.push({ field, words: folded.map((word) => word.text) })
    if (folded.some(isSpelledOut)) names.push({ field, words: folded.map(spelledOutText) })
    if (field !== 'name') return
    for (const word of initialsOf(folded)) names.push({ field: 'initials', words: [word.text] })
  }
  add('name', bank.name)
  add('short_name', bank.short_name)
  add('legal_name', bank.legal_name)
  for (const alias of bank.aliases ?? []) add('alias', alias)
  add('city', bank.city)
  add('region', bank.region)
  for (const { value, status, bic } of bank.codes ?? []) {
    if (!isNumericCode(value)) add(codeField(status), value)
    add('bic', bic)
  }
  add('bic', bank.bic)
  for (const bic of bank.other_bics ?? []) add('bic', bic)
  add('lei', bank.lei)
  add('ussd', bank.ussd)
  return names
}

/** Returns the texts of the names in one field, in the order of `searchableNames`. */
export function textsIn(bank: NamedBank, field: NameField): readonly string[] {
  const { codes = [], other_bics = [] } = bank
  switch (field) {
    case 'initials':
      return [bank.name]
    case 'alias':
      return bank.aliases ?? []
    case 'bic':
      return [...codes.map(({ bic }) => bic), bank.bic, ...other_bics].filter((bic) => typeof bic === 'string')
    case 'code':
    case 'other_code':
      return codes
        .filter(({ value, status }) => !isNumericCode(value) && codeField(status) === field)
        .map(({ value }) => value)
    default:
      return bank[field] ? [bank[field]] : []
  }
}

type Code = NonNullable<NamedBank['codes']>[number]

export const codeField = (status: Code['status']): NameField => (status === undefined ? 'code' : 'other_code')

export const isSpelledOut = ({ spelledOut }: Word): boolean => spelledOut !== undefined
export const spelledOutText = ({ text, spelledOut }: Word): string => spelledOut ?? text

export interface Initials {
  text: string
  /** The words from which the letters are taken. */
  words: readonly Word[]
}

/**
 * Returns the initials with and without particles, but never with legal forms: "United Bank for Africa" is known as
 * UBA, and sometimes as UBFA. Initials need at least three letters, because two letters match too many banks.
 */
export function initialsOf(words: readonly Word[]): Initials[] {
  const all = words.filter(({ text }) => !legalForms.has(text))
  const withoutParticles = all.filter(({ text }) => !particles.has(text))
  return (withoutParticles.length === all.length ? [all] : [all, withoutParticles])
    .filter((chosen) => chosen.length >= 3)
    .map((chosen) => ({ text: chosen.map(({ text }) => text[0]).join(''), words: chosen }))
}
