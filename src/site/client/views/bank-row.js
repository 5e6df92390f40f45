/** A bank as a row in a list: its name, its location and, at the end of a dotted line, its code. */
import { addressOf } from '../address.js'
import { flag, formatCount, h, hiddenText } from '../dom/dom.js'
import { fieldLabels, humanize, typeLabel } from '../labels.js'
import { codeWithStatus } from './code-status.js'

/** @import { Bank, FoundBank, Highlighted, View } from '../types.ts' */

/**
 * @param {Bank & Partial<FoundBank>} bank
 * @param {View} view
 * @param {{ code?: string | undefined, remark: string }} [resolved] code and remark to show in a check result
 */
export function bankRow(bank, view, resolved) {
  const { id, name, country, type, city, region, status, matched } = bank
  const location = [city, region].filter(Boolean).join(', ')
  const isOtherCountry = country !== view.country
  const matchedLabel = matched && fieldLabels[matched.field]
  const isCardOpen = view.bank === id && 'true'
  // Use the code that is passed in for a check result, because its banks are summaries without `codes`.
  const code = resolved ? resolved.code : matchedCode(bank)
  return h(
    'li',
    h(
      'a.entry.bank',
      { href: addressOf({ ...view, bank: id }), 'data-bank': id, 'aria-current': isCardOpen },
      h(
        'span.line',
        isOtherCountry && flag(country),
        h('span.name', matched?.field === 'name' ? highlight(matched) : name),
        code && [h('span.leader'), h('span.count', code)],
      ),
      h(
        'span.more',
        location && h('span.place', location),
        h('span', typeLabel(type), isOtherCountry && hiddenText(`, ${country}`)),
        matchedLabel && h('span', `${matchedLabel}: `, codeWithStatus(highlight(matched), matched.status)),
        status !== 'active' && h('span.badge', humanize(status)),
        resolved?.remark && h('span.badge', resolved.remark),
      ),
    ),
  )
}

/** @param {Bank & Partial<FoundBank>} bank */
const matchedCode = (bank) =>
  bank.matched?.field === 'codes' ? codeWithStatus(highlight(bank.matched), bank.matched.status) : mainCode(bank)

/** @param {Bank} bank */
function mainCode({ code, codes, bic }) {
  if (code) return code
  // Show only the number of codes if there is no main code: they may be registration numbers that no payment uses.
  const count = Object.values(codes).flat().length
  if (count === 0 && bic) return [h('small', 'BIC '), bic]
  return h('small', count > 0 ? formatCount(count, 'code') : 'no code')
}

/** @param {Highlighted} matched */
export function highlight({ text, spans }) {
  let end = 0
  const pieces = spans.flatMap(([from, to]) => {
    const piece = [text.slice(end, from), h('mark', text.slice(from, to))]
    end = to
    return piece
  })
  return [...pieces, text.slice(end)]
}
