/** The style of the fields in both elements. A strict content security policy allows constructed style sheets. */

export function createStyleSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

// The prefix avoids a cycle if a page writes `--bank-picker-accent: var(--accent)`.
const css = `
:host {
  --_border: var(--bank-picker-border, color-mix(in srgb, currentColor 55%, transparent));
  --_accent: var(--bank-picker-accent, light-dark(#1a5fd0, #9ec5ff));
  --_background: var(--bank-picker-background, Field);
  --_text: var(--bank-picker-text, FieldText);
  --_muted: var(--bank-picker-muted, color-mix(in srgb, var(--_text) 75%, var(--_background)));
  --_error: var(--bank-picker-error, light-dark(#b3261e, #f2b8b5));
  --_radius: var(--bank-picker-radius, 6px);
}
@media (forced-colors: active) { :host { --_accent: Highlight } }
* { box-sizing: border-box }
input, select, .button {
  inline-size: 100%;
  min-block-size: 2.75em;
  padding: 0.5em 0.75em;
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  background: var(--_background);
  color: var(--_text);
  font: inherit;
}
input::placeholder { color: var(--_muted); opacity: 1 }
:is(input, select, .button):focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px }
[aria-invalid='true'] { border-color: var(--_error) }
:disabled { opacity: 0.6 }
@media (pointer: coarse) { input, select { font-size: max(16px, 1em) } }
`

export const fieldSheet = createStyleSheet(css)
