/**
 * Notes for a directory that has the banks of only some countries. The rules for identifiers cover all countries, so an
 * identifier of another country is read and checked as usual, but its bank cannot be found.
 */
import { displayNameOf } from '../records/country-record.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import type { Reading } from './reading.ts'
import { countryOf } from './reading-country.ts'

export type AddNotes = (readings: Reading[]) => Reading[]

/** Returns undefined if all countries are open. */
export function createUnopenedNotes({ countries, banks, schemes }: PackedDirectory): AddNotes | undefined {
  const unopened = new Map(
    countries
      .filter(({ code, kind }) => kind === 'country' && !banks.has(code))
      .map((country) => [country.code, displayNameOf(country)]),
  )
  if (unopened.size === 0) return undefined
  const lenders = new Map(countries.map(({ code, bank_codes_from: lender }) => [code, lender]))

  const noteOn = (reading: Reading): string | undefined => {
    const country = countryOf(reading, schemes)
    if (country === undefined) return 'Only some countries are open in this directory.'
    const name = unopened.get(country)
    if (name !== undefined) return `${name} is not open in this directory, so no bank is looked up.`
    const lender = unopened.get(lenders.get(country) ?? '')
    return lender && `The bank codes are those of ${lender}, which is not open in this directory.`
  }
  return (readings) =>
    readings.map((reading) => {
      // An invalid identifier has a note only if a bank was looked up.
      const isLookup = reading.check.passed || reading.note !== null
      const note = reading.holders.length === 0 && isLookup ? noteOn(reading) : undefined
      return note === undefined ? reading : { ...reading, note }
    })
}
