/** Typed client for the Bank Lookup Service. It uses only `fetch`, so it runs in browsers and in server runtimes. */
export type { Codes, KnownRail, KnownScheme, Rail, Scheme, ServiceErrorCode } from './api-types.ts'
export { BankLookupClient } from './client.ts'
export { BankLookupError, type ClientErrorCode, type ErrorCode } from './error.ts'
export type { ClientOptions } from './transport.ts'
export type * from './types.ts'
