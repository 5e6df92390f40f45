/** The elements that documentation pages show at work, as other pages can use them. */
import { html } from '../html.ts'

const script = (base: string, name: string): string =>
  html`<script type="module" src="${base}/${name}.js"></script>
`.text

/** A picker with a label. `attributes` are those of our own pages, so they are not escaped. */
const picker = (id: string, label: string, attributes: string): string =>
  `<div class="live-example"><label for="${id}">${label}</label>
<bank-picker id="${id}" ${attributes}><noscript>The picker needs JavaScript.</noscript></bank-picker></div>
`

/** Returns the examples by the name that a page has in double braces. */
export const liveExamples = (base: string): Record<string, () => string> => ({
  account_form: () =>
    `${script(base, 'bank-account-form')}<bank-account-form country="ca" countries><noscript>The form needs JavaScript.</noscript></bank-account-form>
`,
  picker_nigeria: () =>
    script(base, 'bank-picker') + picker('picker-nigeria', 'Bank in Nigeria', 'country="ng" scheme="ng_nip"'),
  picker_us: () => picker('picker-us', 'Bank in the United States', 'country="us" scheme="us_aba"'),
  picker_any: () => picker('picker-any', 'Bank in any country', 'not-listed'),
})
