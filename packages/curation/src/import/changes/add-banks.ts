/** Adds institutions that are in the file but not in our data. All rows about one institution become one bank. */
import type { BankRecord, bankTypes } from '../../../../../src/directory/records/bank-record.ts'
import { foldWords } from '../../../../../src/directory/search/text/tokenizer.ts'
import { isSettlementBic } from '../../settlement-bic.ts'
import type { Claim } from '../../sources/source-file.ts'
import { cleanTown, nameKey, significantWords, titleCase, withoutLegalForm } from '../matching/name-matching.ts'
import { absorbedNotes } from './absorbed-banks.ts'
import type { Draft } from './draft.ts'
import { normalizeUrl } from './fill-fields.ts'

/** The rows of each new bank, keyed by country, name, city and region. */
export type NewBanks = Map<string, Claim[]>

export function collectNewBank(unknown: NewBanks, claim: Claim): void {
  const { country, name = '', city = '', region = '' } = claim
  const key = `${country} ${nameKey(name)} / ${nameKey(city)} / ${region}`
  unknown.set(key, [...(unknown.get(key) ?? []), claim])
}

/** In lists with narrow columns, a name of at least this length fills its column, so it may be truncated. */
const truncatedLengthMin = 35

export function addBanks(draft: Draft, unknown: NewBanks): void {
  for (const claims of unknown.values()) {
    // Do not add a bank that has only former codes.
    if (claims.every(({ codes }) => codes.length > 0 && codes.every(({ status }) => status === 'former'))) continue
    const [{ country, name = '', line }] = claims as [Claim, ...Claim[]]
    if (draft.abbreviates && name.length >= truncatedLengthMin) {
      draft.addDoubt('', line, `"${name}" is a new bank, but its name may be truncated.`)
      continue
    }
    const namesakes = draft.lookup.byName(country, significantWords(name))
    if (namesakes.length > 0) {
      const ids = namesakes.slice(0, 3).map(({ id }) => id)
      draft.addDoubt(
        '',
        line,
        `"${name}" has the same name as ${ids.join(', ')}, but another city; it may be another bank.`,
      )
      continue
    }
    const bank = newBank(claims, draft)
    const codes = bank.codes?.length ?? 0
    const text = `"${bank.name}"${bank.city ? ` in ${bank.city}` : ''}, ${codes} code${codes === 1 ? '' : 's'}.`
    draft.add(bank, { kind: 'added', bank: bank.id, line, text })
  }
}

/** Words in a name that indicate the type of institution; the first match wins. */
const typeWords: [RegExp, (typeof bankTypes)[number]][] = [
  [/\b(?:acct|account|treasury)\b/i, 'other'],
  [/\b(?:credit union|fcu|cu)\b/i, 'credit_union'],
  [/\bfederal reserve bank\b/i, 'central_bank'],
  [/\b(?:raiffeisen|volksbank|vr[- ]bank|cooperative|co-operative)/i, 'cooperative_bank'],
  [/bausparkasse/i, 'building_society'],
  [/(?:sparkasse\b|\bsavings bank\b|\bsavings bk\b)/i, 'savings_bank'],
  [/(?:niederlassung\b|\bsuccursale\b|\bfiliale\b|\bbranch$)/i, 'foreign_branch'],
]

/** Builds the record from the rows about the institution, which have the same name and city. */
export function newBank(
  rows: readonly Claim[],
  { source, banks, fillsMissingBicsOnly }: Pick<Draft, 'source' | 'banks' | 'fillsMissingBicsOnly'>,
): BankRecord {
  const claims = rows.map(withoutSettlementBic)
  const [first] = claims as [Claim, ...Claim[]]
  const { country, type, city, region, bic, lei } = first
  const legal = titleCase(first.name as string)
  const name = withoutLegalForm(legal)
  const seat = city === undefined ? undefined : cleanTown(city)
  const website = normalizeUrl(first.website)
  const isAbsorbed = claims.every(({ absorbed }) => absorbed)
  const codes = claims.flatMap((claim) =>
    claim.codes.map((code) => ({
      ...code,
      ...(isAbsorbed && { in_force: true }),
      ...(!fillsMissingBicsOnly && bicAt(claim, bic)),
      source: source.id,
    })),
  )
  return {
    id: createId(country, name, [seat, region, ...codes.map(({ value }) => value)], (id) => banks.has(id)),
    name,
    ...(legal !== name && { legal_name: legal }),
    country,
    type: type ?? typeWords.find(([form]) => form.test(legal))?.[1] ?? 'commercial_bank',
    ...(seat && { city: seat }),
    ...(region && { region }),
    ...(codes.length > 0 && { codes: unique(codes) }),
    ...(bic && { bic, bic_source: source.id }),
    ...(lei && { lei }),
    ...(website && { website }),
    status: isAbsorbed ? 'merged' : 'active',
    confidence: 'medium',
    sources: [source.id],
    ...(isAbsorbed && { notes: absorbedNotes }),
  } as BankRecord
}

function withoutSettlementBic(claim: Claim): Claim {
  const { bic, ...rest } = claim
  return bic !== undefined && isSettlementBic(bic) ? rest : claim
}

/** Returns the BIC to store with a code: the BIC of the row, if it differs from the BIC of the bank. */
const bicAt = ({ bic }: Claim, own: string | undefined): { bic?: string } =>
  bic !== undefined && bic !== own ? { bic } : {}

function unique<Code extends { scheme: string; value: string }>(codes: Code[]): Code[] {
  return [...new Map(codes.map((code) => [`${code.scheme} ${code.value}`, code])).values()]
}

/**
 * Builds the id from the name. If it is taken, appends the city, the region, the codes and finally a number until it is
 * unique.
 */
export function createId(
  country: string,
  name: string,
  qualifiers: readonly (string | undefined)[],
  isTaken: (id: string) => boolean,
): string {
  let id = country.toLowerCase()
  for (const part of [name, ...qualifiers]) {
    const more = slug(part ?? '')
    if (more !== '') id += `-${more}`
    if (id.includes('-') && !isTaken(id)) return id
  }
  let number = 2
  while (isTaken(`${id}-${number}`)) number++
  return `${id}-${number}`
}

const slug = (text: string): string =>
  foldWords(text)
    .map((word) => (word.spelledOut ?? word.text).replaceAll(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')
    .join('-')
