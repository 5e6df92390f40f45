/** A bank as a line of the directory: name, place, and its code at the end of the dots. */
import { addressOf } from './address.js'
import { countOf, flag, hiddenText, make } from './dom.js'
import { fieldWords, plain, typeWords } from './words.js'

/**
 * @import { View } from './address.js'
 * @import { Bank, FoundBank } from './api.js'
 */

/**
 * @param {Bank & Partial<FoundBank>} bank
 * @param {{ view: View, hasFlag: boolean, remark?: string }} setting
 */
export function bankRow(bank, { view, hasFlag, remark }) {
  const { id, name, country, type, city, region, status, matched } = bank
  const place = [city, region].filter(Boolean).join(', ')
  const second = matched && fieldWords[matched.field]
  const isOpen = view.bank === id && 'true'
  return make(
    'li',
    {},
    make(
      'a',
      { class: 'entry bank', href: addressOf({ ...view, bank: id }), 'data-bank': id, 'aria-current': isOpen },
      make(
        'span',
        { class: 'line' },
        hasFlag && flag(country),
        make('span', { class: 'name' }, matched?.field === 'name' ? marked(matched) : name),
        make('span', { class: 'leader' }),
        make('span', { class: 'count' }, matched?.field === 'codes' ? marked(matched) : codeShown(bank)),
      ),
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

/** @param {Bank} bank */
function codeShown({ code, codes, bic }) {
  if (code) return code
  const values = Object.values(codes).flat()
  if (values.length === 1) return values[0]
  if (values.length === 0 && bic) return [make('small', {}, 'BIC '), bic]
  return make('small', {}, values.length > 0 ? countOf(values.length, 'code') : 'no code')
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
