/** The readings of an identifier: what it is, which bank holds it, and why it is invalid if it is. */
import { bankRow, marked } from './bank-row.js'
import { copyButton } from './copy.js'
import { countryName } from './country-chooser.js'
import { button, countOf, hiddenText, make } from './dom.js'
import { grouped, kindWords, plain, relationWords, verdictWords } from './labels.js'

/** @import { Check, Holder, Reading, Resolved, View } from './types.ts' */

/** Examples of registries and public codes of banks, never a real account. */
const examples = [
  ['An IBAN with a typo', 'DE89 3704 0044 0523 0130 00'],
  ['A routing number', '021000021'],
  ['A bank code', '058'],
  ['A BIC', 'COBADEFF'],
  ['A UK account', '08-99-99 66374958'],
]

/** @param {Check} check */
export const exampleList = (check) => [
  make('h2', 'Paste what you have'),
  make('p.lead', 'You see the bank, or where the typo is. Try one of these:'),
  make(
    'ul.examples-to-try',
    examples.map(([what, identifier = '']) =>
      make(
        'li',
        button('', () => check(identifier), make('span', what), make('code', identifier)),
      ),
    ),
  ),
]

/**
 * @param {Resolved} resolved
 * @param {View} view
 * @param {Check} check
 */
export function readingList({ readings, message }, view, check) {
  if (message) return [make('p.notice.warn', message)]
  return [
    readings.map((reading) => readingNote(reading, view, check)),
    make('p.note', 'A valid identifier does not mean that the account exists.'),
  ]
}

/** Below the readings of what was typed into the search field. */
export const privateNote = () =>
  make('p.note', 'Seven digits or more may be an account number, so this was sent by POST and is not in the address.')

/**
 * What is read out. A lone reading stands below in full, so that its sum is for ears only.
 * @param {Resolved} resolved
 */
export function readingsSaid({ readings }) {
  const [reading] = readings
  if (!reading) return 'It cannot be read.'
  if (readings.length > 1) return `${countOf(readings.length, 'way')} to read it.`
  const { kind, verdict, message } = reading
  return hiddenText(`${kindWords[kind] ?? plain(kind)}: ${verdictWords[verdict]?.word ?? verdict}. ${message ?? ''}`)
}

/**
 * @param {Reading} reading
 * @param {View} view
 * @param {Check} check
 */
function readingNote(reading, view, check) {
  const { kind, verdict, canonical, account_checked, message, at, suggestion, parts, bic, note, banks } = reading
  const { sign = '', word = verdict } = verdictWords[verdict] ?? {}
  const written = grouped(canonical, kind)
  const meant = suggestion && grouped(suggestion, kind)
  const code = kind === 'bank_code' ? parts.code : undefined
  const known = Object.entries(parts)
  return make(
    `article.reading.${verdict}`,
    make(
      'h2',
      kindWords[kind] ?? plain(kind),
      kind === 'bank_code' && parts.country && `, ${countryName(parts.country)}`,
    ),
    make('p.verdict', make('span', { 'aria-hidden': 'true' }, sign), word),
    make('p.identifier', make('code', at ? marked({ text: canonical, spans: [at] }) : withDifferences(written, meant))),
    message && make('p', message, at && ` Look at ${placeWords(at)}.`),
    meant &&
      make(
        'p',
        button(
          '.primary',
          () => check(meant),
          make('span', 'Did you mean ', make('code', withDifferences(meant, written)), '?'),
        ),
      ),
    known.length > 0 &&
      make(
        'dl.parts',
        known.map(([name, value]) => make('div', make('dt', plain(name)), make('dd', make('code', value)))),
      ),
    bic && make('p.use', 'BIC to use ', make('code', bic), ' ', copyButton(bic)),
    banks.length > 0 &&
      make(
        'ul.entries',
        banks.map((bank) => bankRow(bank, view, { code, remark: remarkOn(bank) })),
      ),
    note && make('p.note', note),
    account_checked === false && verdict === 'valid' && make('p.note', 'The account number itself is not checked.'),
  )
}

/**
 * Marks what is different in a text of the same length: most typos are a digit or two.
 * @param {string} text
 * @param {string | null} other
 */
function withDifferences(text, other) {
  if (other === null || other.length !== text.length) return text
  /** @type {[number, number][]} */
  const spans = [...text].flatMap((sign, place) => (sign === other[place] ? [] : [[place, place + 1]]))
  return marked({ text, spans })
}

/** @param {[number, number]} at first, and one past the last */
const placeWords = ([from, to]) => (to - from > 1 ? `characters ${from + 1} to ${to}` : `character ${from + 1}`)

/** @param {Holder} bank */
const remarkOn = ({ relation, since }) => [relationWords[relation], since].filter(Boolean).join(', ')
