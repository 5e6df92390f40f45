/** The style of the account form, in addition to that of all fields. */
import { createStyleSheet } from './bank-picker.ts'

const css = `
:host { display: block; max-inline-size: 28em; font: inherit }
:host([hidden]), [hidden] { display: none !important }
fieldset { display: grid; gap: 1em; margin: 0; padding: 0; border: 0; min-inline-size: 0 }
.fields { display: contents }
.field, .result { display: grid; gap: 0.3em }
label, .invalid, .verdict { font-weight: 600 }
bank-picker { inline-size: 100% }
div { overflow-wrap: anywhere }
.hint, .note, .message { font-size: 0.875em }
.hint, .note { color: color-mix(in srgb, currentColor 80%, transparent) }
:is(.message, .result):empty { display: none }
.invalid { color: var(--bp-error) }
.valid { color: var(--bank-picker-success, light-dark(#146c2e, #8fd6a0)) }
:is(.valid, .possible)::before { content: '✓ ' / '' }
.result { padding: 0.75em; border: 1px solid var(--bp-border); border-radius: var(--bp-radius) }
button { inline-size: auto !important; justify-self: start; cursor: pointer }
`

export const accountSheet = createStyleSheet(css)
