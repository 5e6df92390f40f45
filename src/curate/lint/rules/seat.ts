/**
 * The city tells apart banks of one name, in the United States with the state. What is not a city (a postal code, a
 * district number) or not a state cannot be searched for.
 */
import codes from '../../sources/us-states.json' with { type: 'json' }
import { type Finding, type LintedData, ofBank, quoted, type Rule } from '../rule.ts'

export const seat: Rule = {
  name: 'seat',
  summary: 'A city has no digits; a bank of the United States says its state, and only Ireland has regions beside.',
  find,
}

/** As the readers of US lists know them. */
const states = new Set(codes)

function* find({ banks }: LintedData): Iterable<Finding> {
  for (const placed of banks) {
    const { country, city, region } = placed.bank
    if (city !== undefined && /\d/.test(city)) {
      yield ofBank(placed, `its city ${quoted(city)} has digits`, 'leave out what the post needs beside the city')
    }
    if (country === 'US' && city !== undefined && region === undefined) {
      yield ofBank(placed, `its city ${quoted(city)} stands without a state`, 'add the state as region')
    }
    if (region === undefined || country === 'IE' || (country === 'US' && states.has(region))) continue
    const mend = country === 'US' ? 'write the two letters of the state' : 'take it out'
    yield ofBank(placed, `its region ${quoted(region)} is not a state of the United States`, mend)
  }
}
