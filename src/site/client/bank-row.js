/** A bank as a line of the directory: name, place, and its code at the end of the dots. */
import { addressOf } from './address.js'
import { countOf, hiddenText, make } from './dom.js'
import { flagOf } from './flag.js'
import { fieldWords, plain, typeWords } from './words.js'

/**
 * @param {import('./api.js').Bank & Partial<import('./api.js').FoundBank>} bank
 * @param {{ view: import('./address.js').View, hasFlag: boolean, remark?: string }} setting
 */
export function bankRow(bank, { view, hasFlag, remark }) {
  const { id, name, country, type, city, region, status, matched } = bank
  const place = [city, region].filter(Boolean).join(', ')
  const isName = matched?.field === 'name'
  const isCode = matched?.field === 'codes'
  const second = matched && fieldWords[matched.field]
  return make(
    'li',
    {},
    make(
      'a',
      {
        class: 'entry bank',
        href: addressOf({ ...view, bank: id }),
        'data-bank': id,
        'aria-current': view.bank === id,
      },
      hasFlag && make('span', { class: 'flag', 'aria-hidden': 'true' }, flagOf(country)),
      make('span', { class: 'name' }, isName ? marked(matched) : name),
      make('span', { class: 'leader' }),
      make('span', { class: 'count' }, isCode ? marked(matched) : codeShown(bank)),
      make(
        'span',
        { class: 'more' },
        place && make('span', { class: 'place' }, place),
        make('span', {}, typeWords(type), hasFlag && hiddenText(`, ${country}`)),
        second && make('span', {}, `${second}: `, marked(matched)),
        status !== 'active' && make('span', { class: 'badge' }, plain(status)),
        remark && make('span', { class: 'badge' }, remark),
      ),
    ),
  )
}

/** @param {import('./api.js').Bank} bank */
function codeShown({ code, codes, bic }) {
  if (code) return code
  const values = Object.values(codes).flat()
  if (values.length > 1) return make('span', { class: 'several' }, countOf(values.length, 'code'))
  return values[0] ?? bic ?? make('span', { class: 'several' }, 'no code')
}

/** @param {{ text: string, spans: readonly (readonly [number, number])[] }} matched */
export function marked({ text, spans }) {
  let at = 0
  const pieces = spans.flatMap(([from, to]) => {
    const piece = [text.slice(at, from), make('mark', {}, text.slice(from, to))]
    at = to
    return piece
  })
  return [...pieces, text.slice(at)]
}
