/** Compares a BIC with the bank of an account: people send both, and one of them may be old, or that of another bank. */
import * as bic from '../../../identifiers/bic.ts'
import { countryLabel } from '../../../identifiers/iban-errors.ts'
import { parseField } from '../../records/bank-view.ts'
import type { BankTable } from '../../storage/bank-table.ts'
import type { Holders } from '../holders/holders.ts'
import { type BicMatch, type Holder, joinSentences, type Reading } from '../reading.ts'

export interface BicMatchLookups {
  banks: BankTable
  holders: Holders
}

/** `account`: the best reading of the account, or null if it has none. */
export function matchBic(input: string, account: Reading | null, lookups: BicMatchLookups): BicMatch {
  const check = bic.check(input)
  if (!check.passed) {
    const suggestion = check.suggestion === null ? '' : ` Did you mean ${check.suggestion}?`
    return { match: 'invalid', note: `${check.message}${suggestion}` }
  }
  const code = check.canonical
  if (account?.verdict === 'invalid')
    return unknown('The account is invalid, so the BIC is not compared with its bank.')
  if (account === null || account.holders.length === 0)
    return unknown('No bank is known for the account, so the BIC cannot be compared.')
  const found = findBanks(code, lookups.holders)
  if (code === account.bic) return { match: 'same', note: noteOnShared(found) }
  return compareBanks(code, found, account, lookups)
}

const unknown = (note: string): BicMatch => ({ match: 'unknown', note })

interface BanksOfBic {
  holders: readonly Holder[]
  /** Whether the directory has this BIC, rather than one with the same first eight characters. */
  isExact: boolean
}

/** A BIC that the directory lacks belongs to the bank that alone has the first eight characters. */
function findBanks(code: string, holders: Holders): BanksOfBic {
  const { holders: exact, isExact } = holders.ofBic(code)
  return isExact ? { holders: exact, isExact } : { holders: holders.ofBicPrefix(code.slice(0, 8)).holders, isExact }
}

/** A BIC of many banks, as of cooperative banks in Poland, fits all their accounts, and proves no bank. */
function noteOnShared({ holders }: BanksOfBic): string | null {
  const open = holders.filter(({ relation }) => relation === 'holder')
  return open.length < 2 ? null : `${open.length} banks share this BIC.`
}

function compareBanks(
  code: string,
  { holders, isExact }: BanksOfBic,
  account: Reading,
  { banks }: BicMatchLookups,
): BicMatch {
  const [first] = holders
  if (!isExact && code.charAt(7) === '0')
    return unknown(`This is a test BIC: its eighth character is 0.${advice(account)}`)
  if (!first) return unknown(`No bank in the directory has the BIC ${code}.${advice(account)}`)
  if (!isExact && holders.length > 1)
    return unknown(`${holders.length} banks have BICs that start with ${code.slice(0, 8)}.${advice(account)}`)
  const reason = isExact ? sameBankReason(code, holders, account, banks) : sameOfficeReason(code, first, account)
  if (reason !== null) return { match: 'same_bank', note: `${reason}${advice(account)}` }
  if (account.verdict === 'possible')
    return unknown('The bank of the account is only an indication, so the BIC cannot be compared.')
  const gone = [account.holders, holders].find((some) => some.every(({ relation }) => relation === 'former_holder'))
  if (gone) {
    const name = nameOf(gone[0] as Holder, banks)
    return unknown(
      `${name} has merged or closed, and the directory has no successor for it, so the BIC cannot be compared.`,
    )
  }
  // A central institution forwards payments to the members that have BICs with its eight characters.
  if (account.bic?.startsWith(code))
    return unknown(`${code} may stand for all banks with BICs that start with it.${advice(account)}`)
  return { match: 'other_bank', note: noteOnOther(code, first, account, banks) }
}

/** Says which BIC to use. */
function advice({ bic: right, holders }: Reading): string {
  if (right !== null) return ` Use ${right} for this account.`
  const isOpen = holders.some(({ relation }) => relation !== 'former_holder')
  return isOpen ? '' : ' The bank is no longer open, or no longer has this account number.'
}

const sameOfficeReason = (code: string, { bank }: Holder, { holders }: Reading): string | null =>
  holders.some((own) => own.bank === bank)
    ? `The directory does not have ${code}, but only this bank has BICs that start with ${code.slice(0, 8)}.`
    : null

function sameBankReason(code: string, holders: readonly Holder[], account: Reading, banks: BankTable): string | null {
  for (const { bank, relation } of account.holders) {
    const other = holders.find((one) => one.bank === bank)
    if (!other) continue
    const isMerged = [relation, other.relation].some((one) => one === 'successor')
    return isMerged
      ? `${code} is the BIC of a bank that has merged with the bank of this account.`
      : `${code} is a BIC of ${nameOf(other, banks)}.`
  }
  const entities = new Set(account.holders.map(({ bank }) => leiOf(bank, banks)))
  const entity = holders.find(({ bank }) => entities.has(leiOf(bank, banks) ?? ''))
  if (!entity) return null
  return `${code} is the BIC of ${placeOf(entity, banks)}, the same legal entity: it has the same LEI.`
}

const leiOf = (bank: number, banks: BankTable): string | undefined => banks.recordOf(bank).lei

const nameOf = ({ bank }: Holder, banks: BankTable): string => parseField(banks.rowOf(bank), 'name')

const placeOf = (holder: Holder, banks: BankTable): string =>
  `${nameOf(holder, banks)} in ${countryLabel(banks.countryOf(holder.bank))}`

function noteOnOther(code: string, other: Holder, account: Reading, banks: BankTable): string | null {
  const own = account.holders[0] as Holder
  const isAbroad = banks.countryOf(other.bank) !== banks.countryOf(own.bank)
  const name = isAbroad ? placeOf : nameOf
  return joinSentences([
    `${code} belongs to ${name(other, banks)}, and the account to ${name(own, banks)}.`,
    account.bic === null ? null : `The BIC of the account is ${account.bic}; ask which of the two is right.`,
    isGroupLikely(code, other, own, banks) ? 'Both banks may be in one group; the directory has no groups.' : null,
    isAbroad ? 'A BIC from another country is no error in itself: branches and virtual accounts can have one.' : null,
  ])
}

/** Banks of a group often share the start of their BICs or of their names. */
function isGroupLikely(code: string, other: Holder, own: Holder, banks: BankTable): boolean {
  const { bic: main, other_bics = [] } = banks.recordOf(own.bank)
  if ([main, ...other_bics].some((one) => one?.startsWith(code.slice(0, 4)))) return true
  const word = firstWord(nameOf(other, banks))
  return word === firstWord(nameOf(own, banks)) && !/^(?:the|ban[ack]\w*|banque)$/.test(word)
}

const firstWord = (name: string): string => /^\S+/.exec(name.toLowerCase())?.[0] ?? ''
