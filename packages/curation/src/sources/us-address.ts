/** Reads the city and state of a US row. The state codes are those of the US Postal Service, including territories. */

import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { collapseSpaces, withoutEmpty } from './source-row-checks.ts'
import codes from './us-states.json' with { type: 'json' }

const states = new Set(codes)

/**
 * Omits the city if there is no state, because the city column then has a country or another part of a foreign address.
 */
export function cityAndState(line: number, city: string, state: string): { city?: string; region?: string } {
  const region = state.trim()
  // The FFIEC Panel of Reporters has "0" as the state of a bank outside the United States.
  if (region === '' || region === '0') return {}
  if (states.has(region)) return withoutEmpty({ city: collapseSpaces(city), region })
  const found = `the state is ${JSON.stringify(state)}, which does not exist`
  throw UnusableFile.at(line, `${found}; fields were moved or the file was edited: fetch it again`)
}
