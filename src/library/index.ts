/** The library: looks up banks in this process, without the HTTP service. */
export type { CheckedAccount, CheckedField, InstitutionId } from '../directory/accounts/check/result-schema.ts'
export type { AccountField, AccountRequirements, PaymentMethod } from '../directory/records/account-requirements.ts'
export type { Bank, BankDetail } from '../directory/records/bank.ts'
export type { SupportedCountry } from '../directory/records/country.ts'
export { LookupError } from '../directory/requests/lookup-error.ts'
export type {
  ReadingResult as Reading,
  ResolvedIdentifier as ResolveResult,
} from '../directory/resolve/result-schema.ts'
export type { FoundBank } from '../directory/search/result-schema.ts'
export type { BankDirectory, ListOptions, SearchOptions } from './bank-directory.ts'
export { type OpenOptions, openDirectory } from './open-directory.ts'
