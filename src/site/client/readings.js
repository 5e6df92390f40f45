/** What an identifier can be, and why it is wrong where it is. */
import { bankRow, marked } from './bank-row.js'
import { copyButton } from './copy.js'
import { make } from './dom.js'
import { grouped, kindWords, plain, relationWords, verdictWords } from './words.js'

/** Codes and numbers of nobody in particular: examples of registries, banks' public codes. */
const examples = [
  ['An IBAN with a slip', 'DE89 3704 0044 0523 0130 00'],
  ['A routing number', '021000021'],
  ['A bank code', '058'],
  ['A BIC', 'COBADEFF'],
  ['A UK account', '08-99-99 66374958'],
]

/** @param {(identifier: string) => void} check */
export const exampleList = (check) => [
  make('h2', {}, 'Paste what you have'),
  make(
    'p',
    { class: 'lead' },
    'An IBAN, a BIC, an LEI, a routing number, a sort code with or without its account, a NUBAN, or any bank code. You see whose it is, or where the slip is.',
  ),
  make(
    'ul',
    { class: 'examples-to-try' },
    examples.map(([what, identifier = '']) =>
      make(
        'li',
        {},
        make(
          'button',
          { type: 'button', click: () => check(identifier) },
          make('span', {}, what),
          make('code', {}, identifier),
        ),
      ),
    ),
  ),
]

/**
 * @param {{ readings: import('./api.js').Reading[], message: string | null }} resolved
 * @param {import('./address.js').View} view
 * @param {(identifier: string) => void} check
 */
export function readingList({ readings, message }, view, check) {
  if (message) return [make('p', { class: 'notice warn' }, message)]
  return [
    ...readings.map((reading) => readingNote(reading, view, check)),
    make('p', { class: 'note' }, 'A check that passes means that it is possible, never that the account exists.'),
  ]
}

/**
 * @param {import('./api.js').Reading} reading
 * @param {import('./address.js').View} view
 * @param {(identifier: string) => void} check
 */
function readingNote(reading, view, check) {
  const { kind, verdict, canonical, message, at, suggestion, parts, bic, note, banks } = reading
  const { sign = '', word = verdict } = verdictWords[verdict] ?? {}
  return make(
    'article',
    { class: `reading ${verdict}` },
    make('h2', {}, kindWords[kind] ?? plain(kind)),
    make('p', { class: 'verdict' }, make('span', { 'aria-hidden': 'true' }, sign), word),
    make(
      'p',
      { class: 'identifier' },
      make('code', {}, at ? marked({ text: canonical, spans: [at] }) : grouped(canonical)),
    ),
    message && make('p', {}, message, at && ` It goes wrong at ${placeWords(at)}.`),
    suggestion &&
      make(
        'p',
        {},
        make(
          'button',
          { type: 'button', class: 'primary', click: () => check(suggestion) },
          'Did you mean ',
          make('code', {}, grouped(suggestion)),
          '?',
        ),
      ),
    Object.keys(parts).length > 0 &&
      make(
        'dl',
        { class: 'parts' },
        Object.entries(parts).map(([name, value]) =>
          make('div', {}, make('dd', {}, make('code', {}, value)), make('dt', {}, plain(name))),
        ),
      ),
    bic && make('p', { class: 'use' }, 'BIC to use ', make('code', {}, bic), ' ', copyButton(bic)),
    banks.length > 0 &&
      make(
        'ul',
        { class: 'entries' },
        banks.map((bank) => bankRow(bank, { view, hasFlag: true, remark: remarkOn(bank) })),
      ),
    banks.length === 0 && verdict !== 'refused' && make('p', {}, 'No bank in this directory is known to have it.'),
    note && make('p', { class: 'note' }, note),
  )
}

/** @param {[number, number]} at first, and one past the last */
const placeWords = ([from, to]) => (to - from > 1 ? `characters ${from + 1} to ${to}` : `character ${from + 1}`)

/** @param {import('./api.js').Holder} bank */
const remarkOn = ({ relation, since }) => [relationWords[relation], since].filter(Boolean).join(', ')
