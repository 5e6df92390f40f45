/** Fallbacks for text that no reader recognises: suggest a fix for a likely typo, or explain the expected format. */
import * as bic from '../../identifiers/bic.ts'
import * as nuban from '../../identifiers/nuban.ts'
import { readAsDigits } from '../../identifiers/suggest.ts'
import { type Fault, invalid } from '../../identifiers/verdict.ts'
import { checkIban } from './holders/iban-holders.ts'
import { countriesByKind } from './national-kinds.ts'
import { accountLengthMin, explainAsAccount } from './readers/account-numbers.ts'
import { explainAsCode } from './readers/bank-code-readers.ts'
import { readDamagedForm } from './readers/damaged-forms.ts'
import { readAsIban, readAsLei } from './readers/international.ts'
import { readAsEft, readAsRoutingNumber } from './readers/north-america.ts'
import { explainForUnitedKingdom } from './readers/united-kingdom.ts'
import { createReading, hasCheckDigit, noHolders, type Reading, type ReadingKind } from './reading.ts'
import { createRequest, digitShare, isAccountLabel, type ResolveRequest } from './request.ts'
import { givenCountry, preferredSchemes, type ResolveContext } from './resolve-context.ts'

/**
 * Replaces letters that look like digits, or adds a lost leading zero, and reads the text again. Returns invalid
 * readings that suggest the corrected text.
 */
export function readAfterTypoFix(request: ResolveRequest, readAll: (fixed: ResolveRequest) => Reading[]): Reading[] {
  const { compacted, text, countries } = request
  const asDigits = readAsDigits(text.toUpperCase())
  const fixes: [fixed: string, fault: Fault][] = []
  const letters = /[A-Z]+/.exec(compacted)
  if (letters && digitShare(compacted) >= 1 / 2 && /^[\d\s./,;:-]+$/.test(asDigits)) {
    const at = [letters.index, letters.index + letters[0].length] as const
    fixes.push([asDigits, { reason: 'format', message: 'There is a letter where a digit is expected.', at }])
  }
  if (/^\d{8}$/.test(compacted)) {
    fixes.push([`0${compacted}`, { reason: 'length', message: 'A leading zero is missing.', at: null }])
  }
  return fixes.flatMap(([fixed, fault]) =>
    readAll({ ...createRequest(fixed, request, countries), compacted: fixed.replaceAll(/\D/g, ''), isNumeric: true })
      .filter(isLikely)
      .map(({ kind, scheme, check: { canonical } }) => {
        // Suggest the whole corrected text if the canonical form lacks the bank code that was sent with the account
        // number.
        const suggestion = hasAllDigits(canonical, fixed) ? canonical : fixed
        const check = invalid(compacted, fault, ['length', 'structure'], { suggestion })
        return createReading(kind, check, { ...(scheme !== null && { scheme }), parts: null, found: noHolders })
      }),
  )
}

/**
 * Whether a matching check digit or a bank with the relation `holder` confirms the corrected text. A reading of kind
 * `gb_account` needs neither.
 */
const isLikely = (reading: Reading): boolean =>
  reading.kind === 'gb_account' ||
  hasCheckDigit(reading) ||
  reading.holders.some(({ relation }) => relation === 'holder')

const hasAllDigits = (canonical: string, text: string): boolean => text.replaceAll(/\D/g, '').length <= canonical.length

/**
 * Reads text that is still recognisable as an IBAN, an LEI, a BIC or a national number with letters although a character
 * is missing, added or misread.
 */
export function readDamaged(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted } = request
  if (!/[A-Z]/.test(compacted)) return []
  const asIban = checkIban(compacted, context)
  if (!asIban.passed && asIban.suggestion !== null) return [readAsIban(compacted, [], context)]
  // The fifth and sixth characters of nearly all LEIs are zeros.
  if (/^(?=.*[A-Z])[A-Z0-9]{4}00[A-Z0-9]{12,16}$/.test(compacted)) return [readAsLei(compacted, context.holders)]
  const asForm = readDamagedForm(request, context)
  if (asForm.length > 0) return asForm
  const asBic = bic.check(compacted)
  if (asBic.passed || !/^[A-Z0-9]{7,12}$/.test(compacted)) return []
  const isKnownPrefix = context.holders.hasBicPrefix((asBic.suggestion ?? compacted).slice(0, 6))
  return isKnownPrefix ? [createReading('bic', asBic, { parts: null, found: noHolders })] : []
}

interface Explainer {
  kind: ReadingKind
  explainsAccounts: boolean
  explain(compacted: string, context: ResolveContext, isAccount: boolean): Reading
}

/** For countries whose numbers are a kind of their own. */
const explainers: readonly Explainer[] = [
  { kind: 'gb_sort_code', explainsAccounts: true, explain: explainForUnitedKingdom },
  {
    kind: 'nuban',
    explainsAccounts: true,
    explain: (text) => createReading('nuban', nuban.check(text), { parts: null, found: noHolders, isIndicative: true }),
  },
  { kind: 'us_aba', explainsAccounts: false, explain: readAsRoutingNumber },
  { kind: 'ca_eft', explainsAccounts: false, explain: (text, { holders }) => readAsEft(text, holders) },
]

/**
 * Reads the text as a code or an account number of the given country, even if the format is wrong, because it is more
 * useful to say why the text is invalid than to return no reading.
 */
export function explainForCountry(request: ResolveRequest, context: ResolveContext): Reading[] {
  const { compacted, label } = request
  const country = givenCountry(request, context)
  if (!country || !(digitShare(compacted) >= 1 / 3)) return []
  const isAccount = isAccountLabel(label)
  const own = explainers.find(
    ({ kind, explainsAccounts }) => countriesByKind[kind] === country.code && (explainsAccounts || !isAccount),
  )
  if (own) return [own.explain(compacted, context, isAccount)]
  if (!isAccount) {
    const [scheme] = preferredSchemes(context, country.code)
    if (scheme && compacted.length < accountLengthMin) return [explainAsCode(compacted, scheme, context)]
  }
  return [explainAsAccount(compacted, country, context)]
}
