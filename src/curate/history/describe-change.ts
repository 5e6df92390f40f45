/** A fact that changed as a sentence, the same in the diff, in the changelog of the data and in what clients are told. */
import type { BankFact } from './compare-banks.ts'

export type NameOf = (id: string) => string

export function sentenceOf(fact: BankFact, nameOf: NameOf): string {
  switch (fact.kind) {
    case 'bank_added':
      return fact.status === 'active' ? 'New.' : `New, ${fact.status}.`
    case 'bank_removed':
      return 'Its id is gone from the data.'
    case 'renamed':
      return `Renamed from ${quoted(fact.from)} to ${quoted(fact.to)}.`
    case 'status_changed':
      return statusSentence(fact, nameOf)
    case 'code_added':
      return `${fact.scheme} ${fact.value} is new${ofStatus(fact.status)}.`
    case 'code_removed':
      return `${fact.scheme} ${fact.value}${ofStatus(fact.status)} was taken out.`
    case 'code_moved':
      return `${fact.scheme} ${fact.value} came from ${nameOf(fact.from)} (${fact.from}).`
    case 'code_changed':
      return `${fact.scheme} ${fact.value} is ${fact.to}, before ${fact.from}.`
    case 'code_marked':
      return `${fact.scheme} ${fact.value} ${markWords[fact.mark][fact.to ? 'set' : 'unset']}.`
    case 'field_changed':
      return fieldSentence(fact)
  }
}

const markWords = {
  main: { set: 'is the main code', unset: 'is not the main code any more' },
  in_force: { set: 'stays in force, as its issuer says', unset: 'is not kept in force any more' },
}

/** Of the bank that had the code. */
export const sentenceAtLoser = ({ scheme, value, id, name }: BankFact & { kind: 'code_moved' }): string =>
  `${scheme} ${value} went to ${name} (${id}).`

function statusSentence({ from, to, successor, since }: BankFact & { kind: 'status_changed' }, nameOf: NameOf): string {
  const when = since === null ? '' : ` (${since})`
  const into = successor === null ? '' : ` into ${nameOf(successor)} (${successor})`
  if (to === 'merged') return `Merged${into}${when}.`
  if (to === 'closed')
    return `Closed${successor === null ? '' : `, taken over by ${nameOf(successor)} (${successor})`}${when}.`
  if (to === 'unverified') return `No longer confirmed, before ${from}.`
  return from === 'unverified' ? 'Confirmed, and so listed.' : `Open again, before ${from}.`
}

function fieldSentence({ field, from, to }: BankFact & { kind: 'field_changed' }): string {
  // What stands in a list of its own is told item by item; of codes there is one value for each.
  if ((Array.isArray(from) || Array.isArray(to)) && !field.startsWith('codes.')) {
    const [had, has] = [from, to].map((value) => (value ?? []) as string[]) as [string[], string[]]
    const [fresh, gone] = [has.filter((item) => !had.includes(item)), had.filter((item) => !has.includes(item))]
    const parts = [
      ...(fresh.length > 0 ? [`new ${written(fresh)}`] : []),
      ...(gone.length > 0 ? [`gone ${written(gone)}`] : []),
    ]
    // Notes are sentences and have their stop already.
    return `${field}: ${(parts.length === 0 ? 'another order' : parts.join('; ')).replace(/\.$/, '')}.`
  }
  return `${field} is ${written(to)}${from === null ? '' : `, before ${written(from)}`}.`
}

const ofStatus = (status: string): string => (status === 'current' ? '' : ` (${status})`)

const quoted = (text: string): string => JSON.stringify(text)

const charactersMax = 120

/** What is too long to read is cut. */
function written(value: unknown): string {
  if (value === null) return 'unknown'
  const items = (Array.isArray(value) ? value : [value]).map((item) => (item === null ? 'unknown' : String(item)))
  const text = items.join(', ')
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax).toWellFormed()}…`
}
