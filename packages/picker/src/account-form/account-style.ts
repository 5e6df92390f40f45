/** The style of the account form, in addition to that of all fields. */
import { createStyleSheet } from '../bank-picker.ts'

const css = `
:host { display: block; max-inline-size: 28em; font: inherit }
:host([hidden]), [hidden], :is(.message, .result):empty { display: none !important }
fieldset { all: unset; display: grid; gap: 1em }
.fields { display: contents }
.field, .result { display: grid; gap: 0.3em }
label, .invalid, .verdict { font-weight: 600 }
bank-picker { inline-size: 100% }
div { overflow-wrap: anywhere; unicode-bidi: plaintext }
.hint, .note, .message { font-size: 0.875em }
.hint, .note { opacity: 0.8 }
.invalid { color: var(--_error) }
.valid { color: var(--bank-picker-success, light-dark(#146c2e, #8fd6a0)) }
:is(.valid, .possible)::before { content: '✓ ' / '' }
.result { padding: 0.75em; border: 1px solid var(--_border); border-radius: var(--_radius) }
.button { inline-size: auto; justify-self: start; cursor: pointer }
`

export const accountSheet = createStyleSheet(css)
