/** The style of the fields in both elements. A strict content security policy allows constructed style sheets. */

export function createStyleSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

// The prefix avoids a cycle if a page writes `--bank-picker-accent: var(--accent)`.
const css = `
:host {
  --bp-border: var(--bank-picker-border, color-mix(in srgb, currentColor 55%, transparent));
  --bp-accent: var(--bank-picker-accent, light-dark(#1a5fd0, #9ec5ff));
  --bp-background: var(--bank-picker-background, Field);
  --bp-text: var(--bank-picker-text, FieldText);
  --bp-muted: var(--bank-picker-muted, color-mix(in srgb, var(--bp-text) 75%, var(--bp-background)));
  --bp-error: var(--bank-picker-error, light-dark(#b3261e, #f2b8b5));
  --bp-radius: var(--bank-picker-radius, 6px);
}
@media (forced-colors: active) { :host { --bp-accent: Highlight } }
* { box-sizing: border-box }
input, select, .button {
  inline-size: 100%;
  min-block-size: 2.75em;
  padding-block: 0.5em;
  padding-inline: 0.75em;
  border: 1px solid var(--bp-border);
  border-radius: var(--bp-radius);
  background: var(--bp-background);
  color: var(--bp-text);
  font: inherit;
}
input::placeholder { color: var(--bp-muted); opacity: 1 }
:is(input, select, .button):focus-visible { outline: 2px solid var(--bp-accent); outline-offset: 1px }
[aria-invalid='true'] { border-color: var(--bp-error) }
:disabled { opacity: 0.6 }
@media (pointer: coarse) { input, select { font-size: max(16px, 1em) } }
`

export const fieldSheet = createStyleSheet(css)
