/** Country codes that an IBAN or a BIC can contain: those of ISO 3166, and XK, which banks in Kosovo use. */
import codes from './country-codes.json' with { type: 'json' }

const countries = new Set(codes.countries.split(' '))

export const isCountry = (code: string): boolean => countries.has(code)
