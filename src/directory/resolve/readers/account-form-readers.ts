/**
 * Reader for national numbers that contain the bank code: account numbers such as the CLABE in Mexico, and branch codes
 * such as the IFSC in India. The forms come from the data.
 */
import * as accountForm from '../../../identifiers/account-form.ts'
import type { Check } from '../../../identifiers/verdict.ts'
import type { BranchRow } from '../../branches/branch-table.ts'
import type { IndexedForm } from '../account-form-index.ts'
import { findBranchHolders } from '../holders/branch-holders.ts'
import { asIndication, holdersOfForm } from '../holders/form-holders.ts'
import {
  type Branch,
  createReading,
  type FoundHolders,
  joinSentences,
  noHolders,
  partsIfWellFormed,
  type Reading,
} from '../reading.ts'
import { allowsCountry, isCountryGiven, type ResolveRequest } from '../request.ts'
import type { ResolveContext } from '../resolve-context.ts'
import { zerosNote } from './bank-code-readers.ts'

export function readAccountForm(request: ResolveRequest, context: ResolveContext): Reading[] {
  const written = splitAtSeparators(request.bare)
  if (!written) return []
  const readings: Reading[] = []
  for (const form of context.accountForms.ofLength(written.characters.length)) {
    // Test the pattern first, because it excludes most forms.
    if (!accountForm.matches(written.characters, form) || !allowsCountry(request, form.country)) continue
    const reading = readWritten(written, form, request, context)
    if (reading) readings.push(reading)
  }
  return readings
}

/** Reads a number that matches the pattern of the form. */
function readWritten(
  written: WrittenNumber,
  form: IndexedForm,
  request: ResolveRequest,
  context: ResolveContext,
): Reading | undefined {
  const { characters } = written
  // A label that names one form only, such as CLABE, says as much as its country does.
  const isNamed = isOnlyFormNamed(form, request, context)
  const isGiven = isCountryGiven(request, form.country) || isNamed
  const separated = isSeparated(written, form)
  // Few numbers are in a branch list by chance, so a listed one needs no separators.
  const isListed = (): boolean => context.branches.check(characters, form)?.row !== undefined
  if (!isRecognised(form, isGiven, separated) && !(isGiven && isListed())) return undefined
  // Without a country, any number of the right length would match, so a bank must have the bank code, or the list the
  // whole code if it has letters.
  const isUnknown = !isGiven && form.scheme !== undefined && !hasBank(characters, form, context)
  if (isUnknown && !(form.hasLetters && isListed())) return undefined
  // Telephone numbers have separators too, so digits alone prove nothing without a check.
  const isProven = isGiven || form.check !== undefined || /[A-Z]/.test(characters)
  const reading = readAsForm(characters, form, context, isProven ? {} : { doubt: noCountry })
  if (!isGiven && form.scheme === undefined && !reading.check.passed) return undefined
  // Few numbers are written in three parts or more with the same lengths, so this is certain.
  return { ...reading, isCertain: isNamed || (separated && Object.keys(form.parts).length > 2) }
}

/** Adds the leading zeros of a branch code that the branch list has with them: 62000 is the BSB 062000. */
export function completeListed(digits: string, form: IndexedForm, { branches }: ResolveContext): string {
  const { min, max } = accountForm.lengthsOf(form)
  if (min !== max || digits.length >= min || !/^[1-9]\d+$/.test(digits)) return digits
  const full = digits.padStart(min, '0')
  return accountForm.matches(full, form) && branches.check(full, form)?.row ? full : digits
}

/** Reads a branch code of a given country that lacks its leading zeros. */
export function readShortenedBranch({ compacted, countries }: ResolveRequest, context: ResolveContext): Reading[] {
  return context.accountForms.listed
    .filter((form) => countries.includes(form.country))
    .flatMap((form) => {
      const full = completeListed(compacted, form, context)
      if (full === compacted) return []
      const reading = readAsForm(full, form, context)
      return [{ ...reading, note: joinSentences([zerosNote(full), reading.note]) }]
    })
}

function isOnlyFormNamed(form: IndexedForm, { labelWord }: ResolveRequest, { accountForms }: ResolveContext): boolean {
  if (labelWord === undefined) return false
  const named = accountForms.named(labelWord)
  return named.length === 1 && named[0] === form
}

const hasBank = (number: string, form: IndexedForm, { holders }: ResolveContext): boolean =>
  holdersOfForm(number, form, holders).holders.length > 0

const noCountry = 'This number has no check digits that we can check; add the country to confirm what it is.'

/**
 * Reads the text as a number of this form, whatever it looks like. `doubt`: why the form itself is uncertain. `found`: the
 * bank, if the caller has found it by other means than the bank code of a well-formed number.
 */
export function readAsForm(
  text: string,
  form: IndexedForm,
  context: ResolveContext,
  { doubt = null, found: known }: { doubt?: string | null; found?: FoundHolders } = {},
): Reading {
  const isKnown = (number: string): boolean => form.scheme === undefined || hasBank(number, form, context)
  const check = accountForm.check(text, form, isKnown)
  const ofPrefix = hasSameBank(check, form)
    ? (known ?? holdersOfForm(check.canonical, form, context.holders))
    : noHolders
  const branch = check.passed ? context.branches.check(check.canonical, form) : undefined
  const isIndicative = form.indicative === true && !branch
  const { found, note } = branch
    ? findBranchHolders(branch, ofPrefix, context)
    : { found: isIndicative ? asIndication(ofPrefix) : ofPrefix, note: null }
  const lossNote = branch ? undefined : context.branchListNotes.get(form.scheme ?? '')
  const parts = partsIfWellFormed(check, (number) => ({ country: form.country, ...accountForm.parts(number, form) }))
  return createReading(form.parts.account === undefined ? 'bank_code' : 'account_number', check, {
    ...(form.parts.account === undefined && form.scheme !== undefined && { scheme: form.scheme }),
    parts,
    found,
    branch: branch?.row ? branchOf(branch.row) : null,
    isBranchChecked: branch?.list !== undefined,
    notes: check.passed
      ? [doubt, note ?? noteOnBank(form, ofPrefix, isIndicative, parts?.bank_code), lossNote ?? null]
      : [doubt],
    isIndicative: found.holders.length > 0 && (isIndicative || doubt !== null),
  })
}

/** If the suggestion has another bank code, the typo may be in the bank code, so no bank is looked up. */
const hasSameBank = (check: Check, form: IndexedForm): boolean =>
  check.passed ||
  check.suggestion === null ||
  accountForm.parts(check.suggestion, form).bank_code === accountForm.parts(check.canonical, form).bank_code

const branchOf = ({ code, name, city, region }: BranchRow): Branch => ({ code, name, city, region })

function noteOnBank(
  { parts }: IndexedForm,
  found: FoundHolders,
  isIndicative: boolean,
  code: string | undefined,
): string | null {
  if (parts.bank_code === undefined) return 'The provider of this account is not in the directory.'
  if (found.holders.length === 0) return `No bank in the directory has the bank code ${code}.`
  return isIndicative ? 'Codes with this prefix usually belong to this bank. Indicative only.' : null
}

function isRecognised({ recognised_by: by }: IndexedForm, isGiven: boolean, separated: boolean): boolean {
  if (by === 'country') return isGiven
  if (by === 'separators') return separated
  return by === 'number' || isGiven || separated
}

/** The letters and digits of a text, and the positions in them where separators are written. */
interface WrittenNumber {
  characters: string
  breaks: readonly number[]
}

/** Returns undefined if the text has any other character. */
function splitAtSeparators(text: string): WrittenNumber | undefined {
  if (/^[A-Z0-9]*$/.test(text)) return { characters: text, breaks: [] }
  const groups = text.toUpperCase().split(/[\s.,;:/|-]+/)
  const characters = groups.join('')
  if (!/^[A-Z0-9]*$/.test(characters)) return undefined
  let end = 0
  return { characters, breaks: groups.slice(0, -1).map((group) => (end += group.length)) }
}

/**
 * Whether there is a separator between all parts. One more is allowed inside each part: people write the check digit of
 * an account number after a hyphen.
 */
function isSeparated({ characters, breaks }: WrittenNumber, form: IndexedForm): boolean {
  if (breaks.length < Object.keys(form.parts).length - 1) return false
  const ends = accountForm.partEnds(characters, form)
  let start = 0
  for (const end of ends) {
    const inside = breaks.filter((at) => at > start && at < end)
    if (inside.length > 1 || (end < characters.length && !breaks.includes(end))) return false
    start = end
  }
  return ends.length > 0
}
