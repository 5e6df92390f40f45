/** Checks the words by which users name a kind of code against the code schemes. */
import { type IntentWords, schemeKinds } from '../../directory/records/intent-words-record.ts'
import type { Scheme } from '../../directory/records/scheme.ts'

/** Returns what is wrong with a row, or null if it is valid. */
export function intentWordsError({ chooses }: IntentWords, schemes: ReadonlyMap<string, Scheme>): string | null {
  const unknown = chooses.find((choice) => !schemeKinds.includes(choice) && !schemes.has(choice))
  return unknown === undefined ? null : `its code scheme ${unknown} is not in schemes.json`
}
