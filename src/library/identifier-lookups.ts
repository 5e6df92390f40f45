/**
 * Loads the code of resolve and of account checks on their first use. It is half of the program, and many processes only
 * list or search.
 */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
/** The build compiles the TypeScript of the repository to JavaScript. */
const extension = import.meta.url.slice(-3)

/** Uses `require`, because the functions of the library are synchronous and `import` is not. */
export const loadIdentifierLookups = () =>
  require(`../directory/identifier-lookups${extension}`) as typeof import('../directory/identifier-lookups.ts')

export const loadPaymentMethods = () =>
  require(
    `../directory/accounts/payment-methods${extension}`,
  ) as typeof import('../directory/accounts/payment-methods.ts')
