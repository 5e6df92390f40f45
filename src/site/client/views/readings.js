/**
 * The result of a check: every possible meaning ("reading") of the identifier, with the bank that it belongs to, or
 * with the reason why it is invalid.
 */

import { copyButton } from '../dom/copy.js'
import { button, formatCount, h, hiddenText } from '../dom/dom.js'
import { formatIdentifier, humanize, kindLabels, relationLabels, verdictLabels } from '../labels.js'
import { bankRow, highlight } from './bank-row.js'
import { countryName } from './country-chooser.js'

/** @import { CheckIdentifier, Holder, Reading, Resolved, View } from '../types.ts' */

/** Examples published by registries, and public bank codes. None of them is a real account. */
const examples = [
  ['An IBAN with a typo', 'DE89 3704 0044 0523 0130 00'],
  ['A routing number', '021000021'],
  ['A bank code', '058'],
  ['A BIC', 'COBADEFF'],
  ['A UK account', '08-99-99 66374958'],
]

/** @param {CheckIdentifier} check */
export const exampleList = (check) => [
  h('h2', 'Paste an IBAN, code or account number'),
  h('p.lead', 'See which bank it belongs to, or what is wrong with it. Try one of these:'),
  h(
    'ul.examples-to-try',
    examples.map(([label, identifier = '']) =>
      h(
        'li',
        button('', () => check(identifier), h('span', label), h('code', identifier)),
      ),
    ),
  ),
]

/**
 * @param {Resolved} resolved
 * @param {View} view
 * @param {CheckIdentifier} check
 */
export function readingList({ readings, message }, view, check) {
  if (message) return [h('p.notice.warn', message)]
  return [
    readings.map((reading) => readingCard(reading, view, check)),
    h('p.note', 'Valid does not mean that the account exists. Only the bank knows that.'),
  ]
}

/** Shown below the readings if the user typed the number into the search input. */
export const privateNote = () =>
  h('p.note', 'Seven or more digits may be an account number, so this was sent by POST and is not in the URL.')

/**
 * Returns the status line. If there is only one reading, it is shown in full below, so the status line is for screen
 * readers only.
 * @param {Resolved} resolved
 */
export function readingsStatus({ readings }) {
  const [reading] = readings
  if (!reading) return 'Not recognised.'
  if (readings.length > 1) return `${formatCount(readings.length, 'possible meaning')}.`
  const { kind, verdict, message } = reading
  return hiddenText(
    `${kindLabels[kind] ?? humanize(kind)}: ${verdictLabels[verdict]?.label ?? verdict}. ${message ?? ''}`,
  )
}

/**
 * @param {Reading} reading
 * @param {View} view
 * @param {CheckIdentifier} check
 */
function readingCard(reading, view, check) {
  const { kind, verdict, canonical, account_checked, message, at, suggestion, parts, bic, note, banks } = reading
  const { icon = '', label = verdict } = verdictLabels[verdict] ?? {}
  const formatted = formatIdentifier(canonical, kind)
  const formattedSuggestion = suggestion && formatIdentifier(suggestion, kind)
  const code = kind === 'bank_code' ? parts.code : undefined
  const entries = Object.entries(parts)
  return h(
    `article.reading.${verdict}`,
    h(
      'h2',
      kindLabels[kind] ?? humanize(kind),
      kind === 'bank_code' && parts.country && `, ${countryName(parts.country)}`,
    ),
    h('p.verdict', h('span', { 'aria-hidden': 'true' }, icon), label),
    h(
      'p.identifier',
      h(
        'code',
        at ? highlight({ text: canonical, spans: [at] }) : highlightDifferences(formatted, formattedSuggestion),
      ),
    ),
    message && h('p', message, at && ` Check ${describeRange(at)}.`),
    formattedSuggestion &&
      h(
        'p',
        button(
          '.primary',
          () => check(formattedSuggestion),
          h('span', 'Did you mean ', h('code', highlightDifferences(formattedSuggestion, formatted)), '?'),
        ),
      ),
    entries.length > 0 &&
      h(
        'dl.parts',
        entries.map(([name, value]) => h('div', h('dt', humanize(name)), h('dd', h('code', value)))),
      ),
    bic && h('p.use', 'Use BIC ', h('code', bic), ' ', copyButton(bic)),
    banks.length > 0 &&
      h(
        'ul.entries',
        banks.map((bank) => bankRow(bank, view, { code, remark: remarkOn(bank) })),
      ),
    note && h('p.note', note),
    account_checked === false && verdict === 'valid' && h('p.note', 'The account number itself was not checked.'),
  )
}

/**
 * Highlights where two texts of the same length differ. Most typos change only a digit or two.
 * @param {string} text
 * @param {string | null} other
 */
function highlightDifferences(text, other) {
  if (other === null || other.length !== text.length) return text
  /** @type {[number, number][]} */
  const spans = [...text].flatMap((character, index) => (character === other[index] ? [] : [[index, index + 1]]))
  return highlight({ text, spans })
}

/** @param {[number, number]} range the start and the exclusive end */
const describeRange = ([from, to]) => (to - from > 1 ? `characters ${from + 1} to ${to}` : `character ${from + 1}`)

/** @param {Holder} bank */
const remarkOn = ({ relation, since }) => [relationLabels[relation], since].filter(Boolean).join(', ')
