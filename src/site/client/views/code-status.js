/** Marks former and unconfirmed codes with a word, because colour alone is not accessible. */
import { h } from '../dom/dom.js'

/** @import { Child } from '../types.ts' */

/** @param {string | null | undefined} status the status of a code */
const isDoubtful = (status) => status === 'former' || status === 'unconfirmed'

/** @param {string | null | undefined} status */
export const codeBadge = (status) => isDoubtful(status) && h(`span.badge.${status}`, status)

/**
 * @param {Child} code
 * @param {string | null | undefined} status
 */
export const codeWithStatus = (code, status) => [status === 'former' ? h('s', code) : code, codeBadge(status)]
