/** The style of the account form. It has the custom properties of the picker. */

export const accountStyleSheet = (): CSSStyleSheet => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

const css = `
:host {
  --border: var(--bank-picker-border, color-mix(in srgb, currentColor 55%, transparent));
  --accent: var(--bank-picker-accent, Highlight);
  --background: var(--bank-picker-background, Field);
  --text: var(--bank-picker-text, FieldText);
  --error: var(--bank-picker-error, light-dark(#b3261e, #f2b8b5));
  --success: var(--bank-picker-success, light-dark(#146c2e, #8fd6a0));
  --muted: color-mix(in srgb, currentColor 80%, transparent);
  --radius: var(--bank-picker-radius, 6px);
  display: block;
  max-inline-size: 28em;
  font: inherit;
}
:host([hidden]), [hidden] { display: none !important }
* { box-sizing: border-box }
fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0 }
fieldset, .fields { display: grid; gap: 1em }
.field { display: grid; gap: 0.3em }
label { font-weight: 600 }
bank-picker { inline-size: 100% }
p { margin: 0; overflow-wrap: anywhere }
.hint, .note { font-size: 0.875em; color: var(--muted) }
.message { font-size: 0.875em }
.message:empty, .result:empty, .fields:empty { display: none }
.invalid { color: var(--error); font-weight: 600 }
.valid { color: var(--success) }
.valid::before, .possible::before { content: '✓ ' / '' }
.result { display: grid; gap: 0.3em; padding: 0.75em; border: 1px solid var(--border); border-inline-start-width: 4px; border-radius: var(--radius) }
.result .verdict { font-weight: 600 }
input, select {
  inline-size: 100%;
  min-block-size: 2.75em;
  padding: 0.5em 0.75em;
  border: 1px solid var(--border);
  border-radius: var(--radius);
  background: var(--background);
  color: var(--text);
  font: inherit;
}
input { font-variant-numeric: tabular-nums }
input::placeholder { color: color-mix(in srgb, var(--text) 75%, var(--background)); opacity: 1 }
:is(input, select, button):focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
[aria-invalid='true'] { border-color: var(--error) }
:disabled { opacity: 0.6 }
button {
  justify-self: start;
  min-block-size: 2.75em;
  padding: 0.5em 1.25em;
  border: 1px solid var(--border);
  border-radius: var(--radius);
  background: var(--background);
  color: var(--text);
  font: inherit;
  cursor: pointer;
}
.message button { min-block-size: 2em; padding: 0.2em 0.75em; margin-inline-start: 0.5em }
@media (pointer: coarse) { input, select { font-size: max(16px, 1em); min-block-size: 48px } button { min-block-size: 44px } }
`
