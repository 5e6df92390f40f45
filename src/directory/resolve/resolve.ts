/** Resolves an identifier: every way it can be read, the likeliest first, with whose it is. */
import type { SupportedCountry } from '../country.ts'
import type { Indexes } from '../indexes.ts'
import type { PackedDirectory } from '../packed.ts'
import { askedOf, type Context } from './asked.ts'
import { asBankCode, asShortenedCode, asUnknownCode } from './bank-codes.ts'
import { asGbAccount, asSortCode, isWritten } from './british.ts'
import { openHolders } from './holders.ts'
import { isAccount, meantBy } from './label.ts'
import { asAccountNumber, asCanadian, asRoutingNumber } from './national.ts'
import { asNuban, type NubanInstitution, nubanInstitutionsOf } from './nigerian.ts'
import type { Reading, Relation } from './reading.ts'
import { asDamaged, asExpected, asMisread } from './slips.ts'
import { asBankId, asBic, asIban, asLei } from './worldwide.ts'

export type Resolve = (identifier: string, country?: SupportedCountry) => Reading[]

const ways = [
  asIban,
  asBic,
  asLei,
  asBankId,
  asRoutingNumber,
  asSortCode,
  asGbAccount,
  asCanadian,
  asNuban,
  asBankCode,
  asAccountNumber,
]

export function openResolver(packed: PackedDirectory, indexes: Indexes): Resolve {
  const holders = openHolders(indexes)
  let institutions: NubanInstitution[] | undefined
  const context: Context = {
    holders,
    schemes: packed.schemes,
    preferred: new Map(packed.countries.map(({ code, code_schemes = [] }) => [code, code_schemes])),
    numberOf: indexes.banks.numberOf,
    countryOf: indexes.banks.countryOf,
    nubanInstitutions: () => {
      institutions ??= nubanInstitutionsOf(indexes)
      return institutions
    },
  }
  const worthOf = worthReader(packed)

  return (identifier, country) => {
    const asked = askedOf(identifier, country ? (country.members ?? [country.code]) : [])
    let readings = meantBy(
      asked.label,
      ways.flatMap((read) => read(asked, context)),
    )
    const isCode = !isAccount(asked.label)
    if (isCode && asked.countries.length > 0 && !readings.some(({ holders: known }) => known.length > 0)) {
      readings.push(...asShortenedCode(asked, context))
    }
    if (readings.length === 0) {
      readings = meantBy(
        asked.label,
        asMisread(asked, (other) => ways.flatMap((read) => read(other, context))),
      )
    }
    if (readings.length === 0) readings = asDamaged(asked, context)
    if (readings.length === 0 && isCode) readings = asUnknownCode(asked, context)
    if (readings.length === 0) readings = asExpected(asked, context)
    const worth = (reading: Reading): number =>
      worthOf(reading) + (reading.kind === 'gb_sort_code' && isWritten(asked) ? writtenWorth : 0)
    return readings.sort((a, b) => worth(b) - worth(a))
  }
}

const verdictWorth = { accepted: 30, not_checked: 20, refused: 10 }
const relationWorth: Record<Relation, number> = {
  holder: 15,
  successor: 10,
  unconfirmed_holder: 8,
  former_holder: 6,
  usual_holder: 3,
  possible: 2,
}
/** What says what it is by itself is surer than bare digits. */
const kindWorth: Partial<Record<Reading['kind'], number>> = {
  iban: 6,
  lei: 6,
  bank_id: 6,
  gb_account: 5,
  bic: 3,
  us_aba: 2,
}

/** What could be mended is likelier to have been meant. */
const mendedWorth = 2

/** Only sort codes are written in pairs: 09-01-28 is meant to be one, whoever has the six digits elsewhere. */
const writtenWorth = 20

/** A code in the scheme that people mean by "the bank code" comes before a number in a register. */
function worthReader({ countries }: PackedDirectory): (reading: Reading) => number {
  const preferred = countries.map(({ code_schemes = [] }) => code_schemes)
  const schemeWorth = new Map(preferred.flatMap((schemes) => schemes.map((scheme, at) => [scheme, at === 0 ? 4 : 2])))
  // The countries of the interface first, as they are shown.
  const place = new Map(countries.flatMap(({ code_schemes = [] }, at) => code_schemes.map((scheme) => [scheme, at])))
  return ({ kind, scheme, verdict, holders: [first] }) =>
    verdictWorth[verdict.verdict] +
    (first ? relationWorth[first.relation] : 0) +
    (kindWorth[kind] ?? 0) +
    (verdict.verdict === 'refused' && verdict.suggestion !== null ? mendedWorth : 0) +
    (scheme === null ? 0 : (schemeWorth.get(scheme) ?? 0) - (place.get(scheme) ?? 99) / 1000)
}
