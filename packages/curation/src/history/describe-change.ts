/** Describes a changed fact in a sentence, for `data diff`, the data changelog and the changes that clients fetch. */
import type { BankFact } from './compare-banks.ts'

export type NameOf = (id: string) => string

export function sentenceOf(fact: BankFact, nameOf: NameOf): string {
  switch (fact.kind) {
    case 'bank_added':
      return fact.status === 'active' ? 'New.' : `New, ${fact.status}.`
    case 'bank_removed':
      return 'Its id was removed from the data.'
    case 'renamed':
      return `Renamed from ${quoted(fact.from)} to ${quoted(fact.to)}.`
    case 'status_changed':
      return statusSentence(fact, nameOf)
    case 'code_added':
      return `${fact.scheme} ${fact.value} is new${statusSuffix(fact.status)}.`
    case 'code_removed':
      return `${fact.scheme} ${fact.value}${statusSuffix(fact.status)} was removed.`
    case 'code_moved':
      return `${fact.scheme} ${fact.value} came from ${nameOf(fact.from)} (${fact.from}).`
    case 'code_changed':
      return `${fact.scheme} ${fact.value} is ${fact.to} (was ${fact.from}).`
    case 'code_marked':
      return `${fact.scheme} ${fact.value} ${markWords[fact.mark][fact.to ? 'set' : 'unset']}.`
    case 'field_changed':
      return fieldSentence(fact)
  }
}

const markWords = {
  main: { set: 'is the main code', unset: 'is no longer the main code' },
  in_force: { set: 'stays in force, according to its issuer', unset: 'is no longer in force' },
}

/** Describes a moved code in the history of the bank that lost it. */
export const lostCodeSentence = ({ scheme, value, id, name }: BankFact & { kind: 'code_moved' }): string =>
  `${scheme} ${value} went to ${name} (${id}).`

function statusSentence({ from, to, successor, since }: BankFact & { kind: 'status_changed' }, nameOf: NameOf): string {
  const when = since === null ? '' : ` (${since})`
  const into = successor === null ? '' : ` into ${nameOf(successor)} (${successor})`
  if (to === 'merged') return `Merged${into}${when}.`
  if (to === 'closed')
    return `Closed${successor === null ? '' : `, taken over by ${nameOf(successor)} (${successor})`}${when}.`
  if (to === 'unverified') return `No longer confirmed (was ${from}).`
  return from === 'unverified' ? 'Confirmed, and now listed.' : `Open again (was ${from}).`
}

function fieldSentence({ field, from, to }: BankFact & { kind: 'field_changed' }): string {
  // Describe an array field by its added and removed items. A field such as `codes.bic` collects values from several
  // codes, so show its old and new values instead.
  if ((Array.isArray(from) || Array.isArray(to)) && !field.startsWith('codes.')) {
    const [before, after] = [from, to].map((value) => (value ?? []) as string[]) as [string[], string[]]
    const added = after.filter((item) => !before.includes(item))
    const removed = before.filter((item) => !after.includes(item))
    const parts = [
      ...(added.length > 0 ? [`new ${valueText(added)}`] : []),
      ...(removed.length > 0 ? [`removed ${valueText(removed)}`] : []),
    ]
    // A note already ends with a full stop, so remove it before adding one.
    return `${field}: ${(parts.length === 0 ? 'reordered' : parts.join('; ')).replace(/\.$/, '')}.`
  }
  const [before, after] = [valueText(from), valueText(to)]
  if ([to].flat().every((item) => item === null)) return `${field} ${before} was removed.`
  return `${field} is ${after}${from === null ? '' : ` (was ${before})`}.`
}

const statusSuffix = (status: string): string => (status === 'current' ? '' : ` (${status})`)

const quoted = (text: string): string => JSON.stringify(text)

const charactersMax = 120

function valueText(value: unknown): string {
  if (value === null) return 'unknown'
  const items = (Array.isArray(value) ? value : [value]).map(itemText)
  const text = items.join(', ')
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax).toWellFormed()}…`
}

/** An address is an object: its parts in order, without the source. */
function itemText(item: unknown): string {
  if (item === null) return 'unknown'
  if (typeof item !== 'object') return String(item)
  const { source: _, ...parts } = item as Record<string, unknown>
  return Object.values(parts).join(', ')
}
