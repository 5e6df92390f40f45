/**
 * Reports invalid cities and states. Banks with the same name can be distinguished only by city or, in the United
 * States, by city and state. Users cannot find a bank by a city that is really a postal code or a district number, or
 * by a state that does not exist.
 */
import { germanCity } from '../../sources/german-city.ts'
import codes from '../../sources/us-states.json' with { type: 'json' }
import { type Finding, finding, type LintedData, quoted, type Rule } from '../rule.ts'

export const seat: Rule = {
  name: 'seat',
  summary:
    'A city is a full name without digits, a bank in the United States has a state, and only banks in Ireland have other regions.',
  find,
}

/** The state codes that the importers of US lists accept. */
const states = new Set(codes)

/** US lists truncate city names at 15 or 16 letters, so a name with at most this many letters cannot be truncated. */
const fullNameLettersMax = 12

function* find({ banks }: LintedData): Iterable<Finding> {
  const citiesOf = new Map(
    [...Map.groupBy(banks, ({ bank }) => bank.region)].map(([region, regionBanks]) => [
      region,
      [...new Set(regionBanks.flatMap(({ bank }) => bank.city ?? []))].filter(
        ({ length }) => length > fullNameLettersMax,
      ),
    ]),
  )
  for (const located of banks) {
    const { country, city, region } = located.bank
    if (country === 'DE' && city !== undefined && germanCity(city) !== city) {
      yield finding(
        located,
        `city ${quoted(city)} is in the format of the Bundesbank list`,
        `write ${quoted(germanCity(city))}`,
      )
    }
    const fullName =
      country === 'US' && city && city.length > fullNameLettersMax ? fullNameOf(city, citiesOf.get(region)) : undefined
    if (fullName !== undefined) {
      yield finding(
        located,
        `city ${quoted(city as string)} is truncated`,
        `write ${quoted(fullName)}, or add an exception`,
      )
    }
    if (city !== undefined && /\d/.test(city)) {
      yield finding(located, `city ${quoted(city)} contains digits`, 'remove postal codes and district numbers')
    }
    if (country === 'US' && city !== undefined && region === undefined) {
      yield finding(located, `city ${quoted(city)} is given without a state`, 'add the state as region')
    }
    if (region === undefined || country === 'IE' || (country === 'US' && states.has(region))) continue
    const fix = country === 'US' ? 'use the two-letter state code' : 'remove it'
    yield finding(located, `region ${quoted(region)} is not a US state`, fix)
  }
}

/**
 * Finds a city in the same state whose name starts with this one and continues in the middle of a word. If there is
 * one, this name is truncated.
 */
const fullNameOf = (city: string, cities: string[] | undefined): string | undefined =>
  cities?.find((other) => other.startsWith(city) && /^\p{Ll}/u.test(other.slice(city.length)))
