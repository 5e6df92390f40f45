/**
 * Reads the name of a bank with a number, as in "zenith 1000000001": a code that the bank has, or an account number at the
 * bank. Only for texts that no other reader understands.
 */
import { compact } from '../../../identifiers/compact.ts'
import { displayNameOf } from '../../records/country-record.ts'
import type { NamedBank } from '../../search/named-banks.ts'
import type { FoundNames } from '../../searcher.ts'
import { accountLengthMin } from '../readers/account-numbers.ts'
import { type CodeWithAccount, readAccounts, readCodeWithAccount } from '../readers/named-accounts.ts'
import { type Holder, hasCheckDigit, joinSentences, type Reading } from '../reading.ts'
import { createRequest, type ResolveRequest } from '../request.ts'
import type { ResolveContext } from '../resolve-context.ts'
import { findIbans } from './number-spans.ts'
import { countDigits, splitText } from './text-runs.ts'

export interface NameWithNumber {
  name: string
  /** The bank, if the text has its id instead of its name. */
  bank: number | undefined
  number: string
  isIban?: boolean
}

/** Returns undefined if the text has no name or no number, or if another reader understands it. */
export function splitName(
  { text, isNumeric }: ResolveRequest,
  readings: readonly Reading[],
  { numberOf }: Pick<ResolveContext, 'numberOf'>,
): NameWithNumber | undefined {
  if (isNumeric || !readings.every(isDoubtful)) return undefined
  const [id = ''] = bankId.exec(text) ?? []
  const bank = numberOf(id.toLowerCase())
  if (bank !== undefined) {
    const number = text.replace(id, '').trim()
    return { name: id, bank, number, isIban: findIban(number) === number }
  }
  const iban = findIban(text)
  if (iban !== undefined) {
    const words = text.replace(iban, ' ').trim()
    if (/\p{L}/u.test(words)) return { name: words, bank: undefined, number: iban, isIban: true }
  }
  const runs = splitText(text.replaceAll(accountLabels, ' '))
  const numbers = runs.filter((run) => run.kind === 'number' && countDigits(run.text) > 1)
  const long = numbers.filter((run) => countDigits(run.text) >= longDigitsMin)
  const chosen = long.length > 0 ? long : numbers
  const name = runs.flatMap((run) => (chosen.includes(run) ? [] : [run.text])).join(' ')
  const number = chosen.map((run) => run.text).join(' ')
  // A text that resembles an identifier is one, unless a word stands apart from the digits.
  const isClear = readings.length === 0 || (/\p{L}{3}/u.test(name) && !/\p{Nd}\p{L}|\p{L}\p{Nd}/u.test(text))
  return number !== '' && /\p{L}{2}/u.test(name) && isClear ? { name, bank: undefined, number } : undefined
}

/** Returns the first IBAN in the text, with its separators. */
function findIban(text: string): string | undefined {
  const [span] = findIbans(text)
  return span && text.slice(...span)
}

/** The id of a bank, before or after the number. */
const bankId = /^[a-z]{2}(?:-[a-z0-9]+)+(?=\s)|(?<=\s)[a-z]{2}(?:-[a-z0-9]+)+$/i

/** Labels that are no words: the search takes out words such as "account". */
const accountLabels = /\b(?:a\/c|acc|nuban)\b[.:#]*/gi

/** Shorter numbers next to a longer one belong to the name: "5/3 bank 1234567890". */
const longDigitsMin = 3

/** Whether nothing but the format supports the reading: letters and digits can be a BIC or an account number by chance. */
const isDoubtful = (reading: Reading): boolean =>
  reading.check.passed ? reading.holders.length === 0 && !hasCheckDigit(reading) : reading.check.suggestion === null

/** `readAlone` reads a request without a name. */
export type ReadAlone = (request: ResolveRequest) => Reading[]

/** Returns readings of the number at the banks that the text names, best first. */
export function readAtNamed(
  number: string,
  found: FoundNames,
  context: ResolveContext,
  readAlone: ReadAlone,
): Reading[] {
  const { name } = found
  const exact = found.banks.filter(({ isExact }) => isExact)
  const banks = (exact.length > 0 ? exact : found.banks).slice(0, banksMax)
  const noteOn: NoteOn = ({ bank, isExact }) => {
    if (found.isId) return null
    const country = context.countries.get(context.countryOf(bank))
    const shown = `${context.nameOf(bank)}${country ? ` (${displayNameOf(country)})` : ''}`
    if (!isExact) return `No bank has exactly the name “${name}”; this is ${shown}, a bank with a similar name.`
    return `“${name}” is read as ${shown}.${exact.length > 1 ? ' Other banks have this name too.' : ''}`
  }
  /** Readings of a code that the bank has. */
  const held: Reading[] = []
  /** Readings of a number next to the code of another bank. */
  const contradicted: Reading[] = []
  const confirmed: Reading[] = []
  const likely: Reading[] = []
  const doubtful: Reading[] = []
  for (const [country, named] of Map.groupBy(banks, ({ bank }) => context.countryOf(bank))) {
    const [nearest] = named as [NamedBank]
    const readHere = (digits: string): Reading[] => readAlone(createRequest(digits, noLabel, [country]))
    const alone = readHere(number)
    const here = named.flatMap((bank) => heldBy(bank, alone).map((reading) => withNote(reading, noteOn(bank))))
    held.push(...here)
    if (here.length > 0) continue
    const withCode = readCodeWithAccount(number, country, named, readHere, context)
    if (withCode) {
      if (withCode.owners.length > 0) held.push(...readAtOwners(withCode, noteOn))
      else contradicted.push(...readAtOthers(withCode, alone, nearest, { name, noteOn, context }))
      continue
    }
    const digits = compact(number)
    const accounts = digits.length < accountLengthMin ? [] : readAccounts(digits, country, named, context)
    for (const reading of accounts) {
      const at = named.find(({ bank }) => reading.holders[0]?.bank === bank) ?? nearest
      const noted = weaken(withNote(reading, noteOn(at)), at)
      if (reading.check.passed) (hasCheckDigit(reading) ? confirmed : likely).push(noted)
      else (reading.check.reason === 'checksum' ? likely : doubtful).push(noted)
    }
    for (const reading of alone) {
      if (!reading.check.passed)
        (isMistyped(reading, named) ? likely : doubtful).push(withNote(reading, noteOn(nearest)))
      else if (reading.holders[0]?.relation === 'holder') doubtful.push(ofOtherBank(reading, name))
    }
  }
  const countries = new Set([...held, ...confirmed, ...likely].flatMap((reading) => countriesOf(reading, context)))
  const best = [...held, ...contradicted, ...(countries.size > 1 ? confirmed.map(inDoubt) : confirmed), ...likely]
  if (best.length > 0) return [...best, ...doubtful.filter(hasCheckDigit)].slice(0, readingsMax)
  // A code of another bank says more than what is wrong with the number.
  const codes = doubtful.filter(({ check }) => check.passed)
  return codes.length > 0 ? codes : doubtful.slice(0, 1)
}

type NoteOn = (named: NamedBank) => string | null

/** The code says which bank it is. Only an account number with a check digit, or with a fault, says more. */
function readAtOwners({ codes, accounts, owners }: CodeWithAccount, noteOn: NoteOn): Reading[] {
  const [owner] = owners as [NamedBank]
  const own = owners.flatMap((bank) => heldBy(bank, codes).map((reading) => withNote(reading, noteOn(bank))))
  const noted = accounts.map((reading) => weaken(withNote(reading, noteOn(owner)), owner))
  const saysMore = noted.some((reading) => !reading.check.passed || hasCheckDigit(reading))
  return saysMore ? [...noted, ...own] : [...own, ...noted]
}

/** The text names one bank, and has the code of another. */
function readAtOthers(
  { codes, accounts }: CodeWithAccount,
  alone: readonly Reading[],
  nearest: NamedBank,
  { name, noteOn, context }: { name: string; noteOn: NoteOn; context: ResolveContext },
): Reading[] {
  const [code] = codes as [Reading]
  const [holder] = code.holders as [Holder]
  const warning = `${code.check.canonical} is a code of ${context.nameOf(holder.bank)}, another bank.`
  const noted = accounts.map((reading) => inDoubt(withNote(reading, joinSentences([noteOn(nearest), warning]))))
  const ofOther = (readings: readonly Reading[]): Reading[] => readings.map((reading) => ofOtherBank(reading, name))
  // The account number may fit the bank that has the code.
  return [...ofOther(alone.filter(hasCheckDigit)), ...noted, ...ofOther(codes)]
}

/** Whether the number has a code of a named bank, and wrong check digits. */
const isMistyped = ({ check, holders }: Reading, named: readonly NamedBank[]): boolean =>
  !check.passed &&
  check.reason === 'checksum' &&
  named.some(({ bank }) => holders.some((holder) => holder.bank === bank))

/** Returns the readings of an IBAN, which says itself which bank it belongs to. Only the whole name of another bank casts doubt on it. */
export function readIbanAtNamed(
  iban: string,
  { name, banks }: FoundNames,
  countries: readonly string[],
  readAlone: ReadAlone,
): Reading[] {
  const alone = readAlone(createRequest(iban, noLabel, countries))
  const exact = banks.filter(({ isExact }) => isExact)
  const isNamed = ({ holders }: Reading): boolean => exact.some(({ bank }) => holders.some((one) => one.bank === bank))
  if (exact.length === 0 || alone.some(isNamed)) return alone
  return alone.map((reading) =>
    reading.check.passed && reading.holders[0]?.relation === 'holder' ? ofOtherBank(reading, name) : reading,
  )
}

const noLabel = { label: undefined, labelWord: undefined }

const banksMax = 12
const readingsMax = 6

/** The readings in which the bank has the code, with this bank first. */
function heldBy({ bank }: NamedBank, alone: readonly Reading[]): Reading[] {
  return alone.flatMap((reading) => {
    const own = reading.holders.find((holder) => holder.bank === bank && holder.relation !== 'possible')
    if (!own || !reading.check.passed) return []
    const [first] = reading.holders
    if (first?.relation !== own.relation) return [reading]
    return [{ ...reading, holders: [own, ...reading.holders.filter((holder) => holder !== own)] }]
  })
}

const withNote = (reading: Reading, note: string | null): Reading => ({
  ...reading,
  note: joinSentences([note, reading.note]),
})

/** One number in ten has the right check digit for a bank, so a misspelt name leaves a doubt. */
const weaken = (reading: Reading, { isExact }: NamedBank): Reading =>
  reading.verdict === 'valid' && !isExact ? { ...reading, verdict: 'possible' } : reading

/** The name may mean a bank in another country, whose account numbers have no check digit to rule it out. */
const inDoubt = (reading: Reading): Reading =>
  reading.verdict === 'valid' ? { ...reading, verdict: 'possible' } : reading

/** The countries in which the number passes. */
const countriesOf = ({ check, holders }: Reading, { countryOf }: ResolveContext): string[] =>
  check.passed ? holders.map(({ bank }) => countryOf(bank)) : []

function ofOtherBank(reading: Reading, name: string): Reading {
  const note = `The text names “${name}”, but this number belongs to another bank.`
  return { ...withNote(reading, note), verdict: 'possible' }
}
