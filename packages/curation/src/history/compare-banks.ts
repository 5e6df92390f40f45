/** Compares the banks in two versions of the data, fact by fact. */
import { type BankRecord, bankRecordSchema } from '../../../../src/directory/records/bank-record.ts'
import { compare } from '../serialize.ts'

type Status = BankRecord['status']
type Code = NonNullable<BankRecord['codes']>[number]
type CodeStatus = 'current' | NonNullable<Code['status']>

interface BankReference {
  country: string
  id: string
  /** The current name, or the last name of a removed bank. */
  name: string
}

interface CodeReference extends BankReference {
  scheme: string
  value: string
}

export type BankFact =
  | (BankReference & { kind: 'bank_added'; status: Status })
  /** This is an error, because ids must never be removed. */
  | (BankReference & { kind: 'bank_removed' })
  | (BankReference & { kind: 'renamed'; from: string; to: string })
  | (BankReference & {
      kind: 'status_changed'
      from: Status
      to: Status
      successor: string | null
      since: string | null
    })
  | (CodeReference & { kind: 'code_added' | 'code_removed'; status: CodeStatus })
  /** Reported for the new holder; `from` is the id of the previous holder. */
  | (CodeReference & { kind: 'code_moved'; from: string })
  | (CodeReference & { kind: 'code_changed'; from: CodeStatus; to: CodeStatus })
  /** `to` is true if the mark (`main` or `in_force`) was added to the code, and false if it was removed. */
  | (CodeReference & { kind: 'code_marked'; mark: (typeof codeMarks)[number]; to: boolean })
  /** Changes in `codes.bic`, `codes.rails`, `codes.as_of` and `codes.source` are reported once for all codes that the bank kept. */
  | (BankReference & { kind: 'field_changed'; field: string; from: unknown; to: unknown })

type Banks = ReadonlyMap<string, BankRecord>

/** Returns the facts sorted by bank id, and therefore by country. */
export function compareBanks(older: Banks, newer: Banks): BankFact[] {
  const ids = [...new Set([...older.keys(), ...newer.keys()])].sort(compare)
  const moves = findMoves(ids, older, newer)
  return ids.flatMap((id) => factsOf(older.get(id), newer.get(id), moves))
}

function factsOf(before: BankRecord | undefined, after: BankRecord | undefined, moves: Moves): BankFact[] {
  const { country, id, name } = (after ?? before) as BankRecord
  const bank: BankReference = { country, id, name }
  if (!after) return [{ kind: 'bank_removed', ...bank }]
  const movedCodes = (after.codes ?? []).filter((code) => isCurrent(code) && moves.get(keyOf(code))?.to === id)
  const moveFacts = movedCodes.map(({ scheme, value }): BankFact => {
    const { from } = moves.get(keyOf({ scheme, value })) as Move
    return { kind: 'code_moved', ...bank, scheme, value, from }
  })
  if (!before) return [{ kind: 'bank_added', ...bank, status: after.status }, ...moveFacts]
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  return [
    ...namesAndStatus(bank, before, after),
    ...moveFacts,
    ...codeFacts(bank, before, after, moves),
    ...fieldFacts(bank, before, after),
  ]
}

function namesAndStatus(bank: BankReference, before: BankRecord, after: BankRecord): BankFact[] {
  const facts: BankFact[] = []
  if (before.status !== after.status) {
    const { successor = null, status_since: since = null } = after
    facts.push({ kind: 'status_changed', ...bank, from: before.status, to: after.status, successor, since })
  }
  if (before.name !== after.name) facts.push({ kind: 'renamed', ...bank, from: before.name, to: after.name })
  return facts
}

function codeFacts(bank: BankReference, before: BankRecord, after: BankRecord, moves: Moves): BankFact[] {
  const [had, has] = [byKey(before), byKey(after)]
  const isMoved = (key: string): boolean => {
    const move = moves.get(key)
    return move?.from === bank.id || move?.to === bank.id
  }
  return [...new Set([...had.keys(), ...has.keys()])]
    .filter((key) => !isMoved(key))
    .sort(compare)
    .flatMap((key): BankFact[] => {
      const [old, now] = [had.get(key), has.get(key)]
      const { scheme, value } = (now ?? old) as Code
      const code: CodeReference = { ...bank, scheme, value }
      if (!old) return [{ kind: 'code_added', ...code, status: statusOf(now as Code) }]
      if (!now) return [{ kind: 'code_removed', ...code, status: statusOf(old) }]
      const [from, to] = [statusOf(old), statusOf(now)]
      const changed = codeMarks.filter((mark) => old[mark] !== now[mark])
      return [
        ...(from === to ? [] : [{ kind: 'code_changed' as const, ...code, from, to }]),
        ...changed.map((mark) => ({ kind: 'code_marked' as const, ...code, mark, to: now[mark] === true })),
      ]
    })
}

/** Fields that `field_changed` does not cover: they identify the bank, or have their own kinds of facts. */
const separateFields = new Set(['id', 'country', 'name', 'status', 'codes'])
const statusFields = new Set(['successor', 'status_since'])
const plainFields = Object.keys(bankRecordSchema.properties).filter((field) => !separateFields.has(field))
const codeDetails = ['bic', 'rails', 'as_of', 'source'] as const
const codeMarks = ['main', 'in_force'] as const

function fieldFacts(bank: BankReference, before: BankRecord, after: BankRecord): BankFact[] {
  const fields = before.status === after.status ? plainFields : plainFields.filter((field) => !statusFields.has(field))
  const plain = fields.flatMap((field) => {
    const [from, to] = [before, after].map((record) => record[field as keyof BankRecord] ?? null)
    return difference(bank, field, from, to)
  })
  const had = byKey(before)
  const keptCodes = (after.codes ?? []).flatMap((code) => {
    const old = had.get(keyOf(code))
    return old ? [{ old, now: code }] : []
  })
  const details = codeDetails.flatMap((detail) => {
    const changed = keptCodes
      .map(({ old, now }) => [old, now].map((code) => textOf(code[detail])))
      .filter(([before, now]) => before !== now)
    const from = [...new Set(changed.map(([before]) => before))]
    const to = [...new Set(changed.map(([, now]) => now))]
    return difference(bank, `codes.${detail}`, from, to)
  })
  return [...plain, ...details]
}

const textOf = (detail: string | readonly string[] | undefined): string | null =>
  detail === undefined ? null : [detail].flat().join(', ')

const difference = (bank: BankReference, field: string, from: unknown, to: unknown): BankFact[] =>
  JSON.stringify(from) === JSON.stringify(to) ? [] : [{ kind: 'field_changed', ...bank, field, from, to }]

const keyOf = ({ scheme, value }: Pick<Code, 'scheme' | 'value'>): string => `${scheme} ${value}`
const byKey = ({ codes = [] }: BankRecord): Map<string, Code> => new Map(codes.map((code) => [keyOf(code), code]))
const statusOf = ({ status }: Code): CodeStatus => status ?? 'current'
const isCurrent = (code: Code): boolean => statusOf(code) === 'current'

interface Move {
  from: string
  to: string
}

/** Maps each moved code, in the format of `keyOf`, to its old and new bank. */
type Moves = Map<string, Move>

/** Finds codes that moved: exactly one bank lost the code as a current code, and exactly one bank gained it. */
function findMoves(ids: string[], older: Banks, newer: Banks): Moves {
  const [lost, gained] = [new Map<string, string[]>(), new Map<string, string[]>()]
  for (const id of ids) {
    const [had, has] = [currentKeys(older.get(id)), currentKeys(newer.get(id))]
    for (const key of had) if (!has.has(key)) lost.set(key, [...(lost.get(key) ?? []), id])
    for (const key of has) if (!had.has(key)) gained.set(key, [...(gained.get(key) ?? []), id])
  }
  const moves: Moves = new Map()
  for (const [key, [from, ...others]] of lost) {
    const [to, ...more] = gained.get(key) ?? []
    if (from !== undefined && to !== undefined && others.length + more.length === 0) moves.set(key, { from, to })
  }
  return moves
}

const currentKeys = (bank: BankRecord | undefined): Set<string> =>
  new Set((bank?.codes ?? []).filter(isCurrent).map(keyOf))
