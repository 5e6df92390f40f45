/** The check of a number: a form that sends an identifier by POST, which needs no script, and its answer. */
import { type Html, html } from '../../html.ts'
import { countryOptions } from '../country-index.ts'
import type { ViewContext } from '../view-context.ts'
import type { Resolved } from './readings.ts'
import { answer } from './readings-view.ts'

export interface CheckedIdentifier {
  identifier: string
  /** Two capital letters, or an empty string. */
  country: string
  resolved: Resolved
}

/** The content of `#check`. Without `checked`, only the form. */
export const checkSection = (context: ViewContext, checked?: CheckedIdentifier): Html =>
  html`<h1>Check a number</h1>
<p class="lead">See which bank an IBAN, BIC, bank code or account number belongs to, or what is wrong with it.</p>
<section class="answers" aria-label="Answer">${checked && answer(context, checked.resolved, checked.identifier, checked.country)}</section>
${checkForm(context, checked)}`

export const checkForm = (context: ViewContext, { identifier = '', country = '' } = {}): Html =>
  html`<form class="check-form" method="post" action="${context.base}/check">
<p><label for="identifier">IBAN, BIC, bank code or account number</label>
<input id="identifier" name="identifier" type="text" value="${identifier}" maxlength="100" required autocomplete="off" autocapitalize="characters" spellcheck="false"></p>
<p><label for="check-country">Country, if you know it</label>
<select id="check-country" name="country">${countryOptions(context, country)}</select></p>
<p><button type="submit" class="button primary">Check</button></p>
<p class="note">Sent only to this server. Never logged, never in the URL.</p>
</form>`
