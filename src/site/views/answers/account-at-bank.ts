/** The check of an account at one bank: a part of its card that works by POST without script, and in place with it. */
import type { BankDetail } from '../../../directory/records/bank-record.ts'
import { type Html, html } from '../../html.ts'
import { isGone } from '../labels.ts'
import type { ViewContext } from '../view-context.ts'

/** The text for resolve. The bank's id leaves no doubt about the bank. */
export const accountAt = (bank: string, number: string): string => `${number.trim()} ${bank}`

/** The script shows the answer in `data-account-answer`. */
export function accountCheck(context: ViewContext, bank: BankDetail): Html | undefined {
  if (context.isStatic || isGone(bank)) return undefined
  const id = `account-at-${bank.id}`
  return html`<section class="account-check">
<form method="post" action="${context.base}/check" data-account-check="${bank.id}">
<label for="${id}">Check an account at ${bank.name}</label>
<input type="hidden" name="bank" value="${bank.id}">
<input id="${id}" name="identifier" type="text" placeholder="Account number or IBAN" maxlength="60" required autocomplete="off" autocapitalize="characters" spellcheck="false">
<button type="submit" class="button">Check</button>
</form>
<div class="answers" data-account-answer role="status"></div>
<p class="note">Never logged, never in the URL.</p>
</section>`
}
