/**
 * Reports invalid cities and states. Banks with the same name can be distinguished only by city or, in the United
 * States, by city and state. Users cannot find a bank by a city that is really a postal code or a district number, or
 * by a state that does not exist.
 */
import { germanCity } from '../../sources/german-city.ts'
import codes from '../../sources/us-states.json' with { type: 'json' }
import { type Finding, finding, type LocatedBank, quoted, type Rule } from '../rule.ts'

export const seat: Rule = {
  name: 'seat',
  summary:
    'A city is a full name without digits, a bank in the United States has a state, and only banks in Ireland have other regions.',
  *findInBank({ country, city, region }) {
    if (country === 'DE' && city !== undefined && germanCity(city) !== city) {
      const problem = `city ${quoted(city)} is in the format of the Bundesbank list`
      yield [problem, `write ${quoted(germanCity(city))}`]
    }
    if (city !== undefined && /\d/.test(city))
      yield [`city ${quoted(city)} contains digits`, 'remove postal codes and district numbers']
    if (country === 'US' && city !== undefined && region === undefined)
      yield [`city ${quoted(city)} is given without a state`, 'add the state as region']
    if (region === undefined || country === 'IE' || (country === 'US' && states.has(region))) return
    const fix = country === 'US' ? 'use the two-letter state code' : 'remove it'
    yield [`region ${quoted(region)} is not a US state`, fix]
  },
  *find({ banks }) {
    const inUnitedStates = banks.filter(({ bank }) => bank.country === 'US')
    for (const located of Map.groupBy(inUnitedStates, ({ bank }) => bank.region).values()) yield* findTruncated(located)
  },
}

/** The state codes that the importers of US lists accept. */
const states = new Set(codes)

/** US lists truncate city names at 15 or 16 letters, so a name with at most this many letters cannot be truncated. */
const fullNameLettersMax = 12

/**
 * Finds a city in the same state whose name starts with this one and continues in the middle of a word. If there is
 * one, this name is truncated.
 */
function* findTruncated(banks: LocatedBank[]): Iterable<Finding> {
  const cities = [...new Set(banks.flatMap(({ bank }) => bank.city ?? []))]
  const long = cities.filter(({ length }) => length > fullNameLettersMax)
  const fullNames = new Map(
    long.map((city) => [
      city,
      long.find((other) => other.startsWith(city) && /^\p{Ll}/u.test(other.slice(city.length))),
    ]),
  )
  for (const located of banks) {
    const { city = '' } = located.bank
    const fullName = fullNames.get(city)
    if (fullName === undefined) continue
    yield finding(located, `city ${quoted(city)} is truncated`, `write ${quoted(fullName)}, or add an exception`)
  }
}
