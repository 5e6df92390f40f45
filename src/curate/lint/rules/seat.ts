/**
 * The city tells apart banks of one name, in the United States with the state. What is not a city (a postal code, a
 * district number) or not a state cannot be searched for.
 */
import { germanCity } from '../../sources/german-city.ts'
import codes from '../../sources/us-states.json' with { type: 'json' }
import { bankFinding, type Finding, type LintedData, quoted, type Rule } from '../rule.ts'

export const seat: Rule = {
  name: 'seat',
  summary:
    'A city is a whole name without digits; a bank of the United States says its state, and only Ireland has regions beside.',
  find,
}

/** As the readers of US lists know them. */
const states = new Set(codes)

/** US lists cut cities at 15 or 16 letters. */
const wholeLettersMax = 12

function* find({ banks }: LintedData): Iterable<Finding> {
  const citiesOf = new Map(
    [...Map.groupBy(banks, ({ bank }) => bank.region)].map(([region, held]) => [
      region,
      [...new Set(held.flatMap(({ bank }) => bank.city ?? []))].filter(({ length }) => length > wholeLettersMax),
    ]),
  )
  for (const located of banks) {
    const { country, city, region } = located.bank
    if (country === 'DE' && city !== undefined && germanCity(city) !== city) {
      yield bankFinding(
        located,
        `its city ${quoted(city)} is written as in a list`,
        `write ${quoted(germanCity(city))}`,
      )
    }
    const whole =
      country === 'US' && city && city.length > wholeLettersMax ? wholeOf(city, citiesOf.get(region)) : undefined
    if (whole !== undefined) {
      yield bankFinding(
        located,
        `its city ${quoted(city as string)} is cut`,
        `write ${quoted(whole)}, or make an exception`,
      )
    }
    if (city !== undefined && /\d/.test(city)) {
      yield bankFinding(located, `its city ${quoted(city)} has digits`, 'leave out what the post needs beside the city')
    }
    if (country === 'US' && city !== undefined && region === undefined) {
      yield bankFinding(located, `its city ${quoted(city)} stands without a state`, 'add the state as region')
    }
    if (region === undefined || country === 'IE' || (country === 'US' && states.has(region))) continue
    const fix = country === 'US' ? 'write the two letters of the state' : 'take it out'
    yield bankFinding(located, `its region ${quoted(region)} is not a state of the United States`, fix)
  }
}

/** A longer city name in the same state that this one is a cut form of. */
const wholeOf = (city: string, cities: string[] | undefined): string | undefined =>
  cities?.find((other) => other.startsWith(city) && /^\p{Ll}/u.test(other.slice(city.length)))
