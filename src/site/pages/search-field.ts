/**
 * Attributes of the search field of a form. Without script, its text becomes part of the URL, so the pattern rejects what
 * may be an account number. A form with this field also needs a link to `/check`, which sends a number by POST.
 */
import { html } from '../html.ts'
import { shortNumbersPattern } from '../views/text/account-number-guard.ts'

export const searchFieldAttributes = html`name="q" type="search" maxlength="100" pattern="${shortNumbersPattern}" title="At most six digits, because a search goes into the URL. Use “Check a number” for more." autocomplete="off" autocapitalize="none" spellcheck="false"`
