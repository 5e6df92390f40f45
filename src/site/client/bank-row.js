/** A bank as a line of the directory: name, place, and its code at the end of the dots. */
import { addressOf } from './address.js'
import { codeWithStatus } from './code-status.js'
import { countOf, flag, hiddenText, make } from './dom.js'
import { fieldWords, plain, typeWords } from './labels.js'

/** @import { Bank, FoundBank, Marked, View } from './types.ts' */

/**
 * @param {Bank & Partial<FoundBank>} bank
 * @param {View} view
 * @param {{ code?: string | undefined, remark: string }} [asked] whoever asked whose a code is, is shown no other
 */
export function bankRow(bank, view, asked) {
  const { id, name, country, type, city, region, status, matched } = bank
  const place = [city, region].filter(Boolean).join(', ')
  const hasFlag = country !== view.country
  const second = matched && fieldWords[matched.field]
  const isOpen = view.bank === id && 'true'
  // A bank of a resolved identifier is a summary without `codes`.
  const code = asked ? asked.code : codeFound(bank)
  return make(
    'li',
    make(
      'a.entry.bank',
      { href: addressOf({ ...view, bank: id }), 'data-bank': id, 'aria-current': isOpen },
      make(
        'span.line',
        hasFlag && flag(country),
        make('span.name', matched?.field === 'name' ? marked(matched) : name),
        code && [make('span.leader'), make('span.count', code)],
      ),
      make(
        'span.more',
        place && make('span.place', place),
        make('span', typeWords(type), hasFlag && hiddenText(`, ${country}`)),
        second && make('span', `${second}: `, codeWithStatus(marked(matched), matched.status)),
        status !== 'active' && make('span.badge', plain(status)),
        asked?.remark && make('span.badge', asked.remark),
      ),
    ),
  )
}

/** @param {Bank & Partial<FoundBank>} bank */
const codeFound = (bank) =>
  bank.matched?.field === 'codes' ? codeWithStatus(marked(bank.matched), bank.matched.status) : codeShown(bank)

/** @param {Bank} bank */
function codeShown({ code, codes, bic }) {
  if (code) return code
  // A lone one is not shown as the code: it may be a register’s number.
  const count = Object.values(codes).flat().length
  if (count === 0 && bic) return [make('small', 'BIC '), bic]
  return make('small', count > 0 ? countOf(count, 'code') : 'no code')
}

/** @param {Marked} matched */
export function marked({ text, spans }) {
  let at = 0
  const pieces = spans.flatMap(([from, to]) => {
    const piece = [text.slice(at, from), make('mark', text.slice(from, to))]
    at = to
    return piece
  })
  return [...pieces, text.slice(at)]
}
