/**
 * Loads parts of the program on their first use. Resolve and the account checks are half of the program, and many
 * processes only list or search. Uses `require`, because the functions of the library are synchronous and `import` is
 * not.
 */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
/** The build compiles the TypeScript of the repository to JavaScript. */
const extension = import.meta.url.slice(-3)

const load = (path: string): unknown => require(`${path}${extension}`)

export const loadIdentifierLookups = () =>
  load('../directory/identifier-lookups') as typeof import('../directory/identifier-lookups.ts')

export const loadPaymentMethods = () =>
  load('../directory/accounts/payment-methods') as typeof import('../directory/accounts/payment-methods.ts')
