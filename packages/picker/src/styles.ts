/** The styles of the fields in both elements, and of the picker. A strict content security policy allows constructed style sheets. */

/** Returns a function that creates the sheet when an element first needs it: a server has no style sheets. */
export function createStyleSheet(text: string): () => CSSStyleSheet {
  let sheet: CSSStyleSheet | undefined
  return () => {
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
    }
    return sheet
  }
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

const pickerCss = `
:host {
  display: inline-block;
  inline-size: 20em;
  max-inline-size: 100%;
  font: inherit;
  color: var(--_text);
}
:host([hidden]) { display: none }
.field { position: relative }
input { padding-inline-end: 2.5em; text-overflow: ellipsis }
button {
  position: absolute;
  inset-block: 1px;
  inset-inline-end: 1px;
  inline-size: 2.25em;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  cursor: pointer;
}
button::before {
  content: '';
  display: inline-block;
  inline-size: 0.5em;
  block-size: 0.5em;
  border: solid;
  border-width: 0 2px 2px 0;
  transform: translateY(-25%) rotate(45deg);
}
.popup {
  position: fixed;
  inset: auto;
  margin: 0;
  padding: 4px;
  overflow: hidden;
  flex-direction: column;
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  background: var(--_background);
  color: inherit;
  box-shadow: 0 6px 24px rgb(0 0 0 / 25%);
}
.popup:popover-open { display: flex }
ul { margin: 0; padding: 0; list-style: none; overflow: auto; overscroll-behavior: contain }
li {
  display: grid;
  align-content: center;
  justify-items: start;
  min-block-size: 2.5em;
  padding: 0.35em 0.6em;
  border: 2px solid transparent;
  border-radius: calc(var(--_radius) - 2px);
  cursor: pointer;
  overflow-wrap: anywhere;
}
li:hover { background: color-mix(in srgb, currentColor 8%, transparent) }
li[aria-selected='true'] { background: color-mix(in srgb, currentColor 14%, transparent); border-color: var(--_accent) }
li.other { border-block-start: 1px solid var(--_border); border-radius: 0; margin-block-start: 4px }
mark { background: none; color: inherit; font-weight: 700 }
.detail, .note { font-size: 0.875em; color: var(--_muted) }
.note { margin: 0; padding: 0.35em 0.6em }
.status { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (pointer: coarse) { li { min-block-size: 48px } button { inline-size: 44px } }
@media (forced-colors: active) {
  li[aria-selected='true'] { background: Highlight; color: HighlightText; forced-color-adjust: none }
  li[aria-selected='true'] .detail { color: inherit }
}
`

export const pickerSheet = createStyleSheet(pickerCss)
