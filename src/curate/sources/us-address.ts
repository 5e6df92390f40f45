/** The city and state of a US row. State codes are those of the United States Postal Service, territories included. */

import { known, tidy } from './row-checks.ts'
import { UnusableFile } from './source-file.ts'
import codes from './us-states.json' with { type: 'json' }

const states = new Set(codes)

/**
 * Where the state is empty, the city is left out as well: the files then have a country there, or another part of a
 * foreign address.
 */
export function placeOf(line: number, city: string, state: string): { city?: string; region?: string } {
  const region = state.trim()
  // The panel of reporters has a zero for a bank outside the states.
  if (region === '' || region === '0') return {}
  if (states.has(region)) return known({ city: tidy(city), region })
  const found = `the state is ${JSON.stringify(state)}, which is none`
  throw UnusableFile.at(line, `${found}; fields were moved or the file was edited: fetch it again`)
}
