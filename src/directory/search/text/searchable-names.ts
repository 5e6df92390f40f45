/** What a bank can be found by: its names, their initials, its BICs and LEI, codes that are words (`other_code`: former and unconfirmed ones), what is dialled for it, its place. */
import type { BankRecord } from '../../records/bank.ts'
import { isNumericCode } from '../../storage/code-index.ts'
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
  'other_code',
  'city',
  'region',
] as const
export type NameField = (typeof nameFields)[number]

export interface Name {
  field: NameField
  /** As it is written. */
  text: string
  words: NameWord[]
}

export interface NameWord {
  text: string
  /** Where it stands in the name, from the first UTF-16 unit to one past the last; initials stand in several places. */
  spans: [number, number][]
}

/** Words that a name can do without: people leave them out, and add them where they do not belong. */
export const particles = new Set(
  `a an and at by for in of on the to de des der die das den del della delle di do da dos du e et i la le les los und van von
  y`.split(/\s+/),
)
export const legalForms = new Set(
  `ab ag as asa bv co corp corporation company eg gmbh group inc kg limited llc lp ltd na nv oy oyj plc sa sarl sas se spa
  srl`.split(/\s+/),
)

export const isOptional = (word: string): boolean => particles.has(word) || legalForms.has(word)

/** What a record has of names; as it is listed, null stands for what is not known. */
export type NamedBank = {
  [Key in 'short_name' | 'legal_name' | 'bic' | 'lei' | 'ussd' | 'city' | 'region']?: string | null | undefined
} & Pick<BankRecord, 'name' | 'aliases' | 'other_bics' | 'codes'>

/** All of them, or those of one field. */
export function namesOf(bank: NamedBank, wanted?: NameField): Name[] {
  const names: Name[] = []
  const add = (field: NameField, text: string | null | undefined): void => {
    if (!text || (wanted !== undefined && wanted !== field && !(wanted === 'initials' && field === 'name'))) return
    const folded = foldWords(text)
    names.push({ field, text, words: folded.map(wordOf) })
    if (folded.some(({ spelledOut }) => spelledOut !== undefined)) {
      names.push({ field, text, words: folded.map((word) => wordOf({ ...word, text: word.spelledOut ?? word.text })) })
    }
    if (field === 'name' && wanted !== 'name')
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
  return wanted === undefined ? names : names.filter(({ field }) => field === wanted)
}

const wordOf = ({ text, start, end }: Word): NameWord => ({ text, spans: [[start, end]] })

/** "United Bank for Africa" is called UBA, by some UBFA. Of two letters nobody could tell whose they are. */
function initialsOf(words: readonly Word[]): NameWord[] {
  const all = words.filter(({ text }) => !legalForms.has(text))
  const weighty = all.filter(({ text }) => !particles.has(text))
  return (weighty.length === all.length ? [all] : [all, weighty])
    .filter((chosen) => chosen.length > 2)
    .map((chosen) => ({
      text: chosen.map(({ text }) => text[0]).join(''),
      spans: chosen.map(({ start }) => [start, start + 1]),
    }))
}
