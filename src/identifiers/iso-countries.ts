/** Which two letters are the code of a country: ISO 3166, and XK, which banks of Kosovo use. */
import codes from './country-codes.json' with { type: 'json' }

const countries = new Set(codes.countries.split(' '))

export const isCountry = (code: string): boolean => countries.has(code)
