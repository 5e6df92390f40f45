/** The city and state of a US row. State codes are those of the United States Postal Service, territories included. */

import { collapseSpaces, withoutEmpty } from './row-checks.ts'
import { UnusableFile } from './source-file.ts'
import codes from './us-states.json' with { type: 'json' }

const states = new Set(codes)

/**
 * If the state is empty, the city is omitted too: it is then a country or another part of a foreign address.
 */
export function cityAndState(line: number, city: string, state: string): { city?: string; region?: string } {
  const region = state.trim()
  // The panel of reporters has a zero for banks outside the states.
  if (region === '' || region === '0') return {}
  if (states.has(region)) return withoutEmpty({ city: collapseSpaces(city), region })
  const found = `the state is ${JSON.stringify(state)}, which does not exist`
  throw UnusableFile.at(line, `${found}; fields were moved or the file was edited: fetch it again`)
}
