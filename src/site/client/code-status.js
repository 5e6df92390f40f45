/** A code that is not surely the bank's any more, or not yet: said in a word, and shown by more than a colour. */
import { make } from './dom.js'

/** @import { Child } from './types.ts' */

/** @param {string | null | undefined} status of a code */
const isDoubtful = (status) => status === 'former' || status === 'unconfirmed'

/** @param {string | null | undefined} status */
export const codeBadge = (status) => isDoubtful(status) && make(`span.badge.${status}`, status)

/**
 * @param {Child} code
 * @param {string | null | undefined} status
 */
export const codeWithStatus = (code, status) => [status === 'former' ? make('s', code) : code, codeBadge(status)]
