/** The card with the details of a bank. Codes come first, because most users are looking for them. */
import { addressOf } from '../address.js'
import { copyButton, copyChip } from '../dom/copy.js'
import { button, byId, flag, formatCount, h } from '../dom/dom.js'
import { confidenceLabels, typeLabel } from '../labels.js'
import { codeBadge } from './code-status.js'
import { countryName } from './country-chooser.js'

/** @import { BankDetail, Child, Code, View } from '../types.ts' */

/**
 * A scheme with more than `rowsMax` codes shows them as chips, provided that only their values differ. The codes after
 * the first `visibleMax` are hidden until the user clicks a button.
 */
const rowsMax = 3
const visibleMax = 6

/** @param {View} view */
export const closeLink = (view) =>
  h(
    'a.back',
    { href: addressOf({ ...view, bank: '' }), 'data-closes-card': true },
    h('span.narrow', 'Back to the list'),
    h('span.wide', 'Close'),
  )

/** Links to the request panel, which is below the card and out of sight if the card is long. */
const requestLink = () => h('a.back', { href: '#request', click: scrollToRequest }, 'API request')

/** @param {Event} event */
function scrollToRequest(event) {
  // Do not follow the link: it would replace the URL of the bank.
  event.preventDefault()
  byId('request').scrollIntoView()
  byId('request-title').focus({ preventScroll: true })
}

/**
 * @param {BankDetail} bank
 * @param {View} view
 */
export function bankCard(bank, view) {
  const { name, country, type, city, region, notes } = bank
  const location = [city, region].filter(Boolean).join(', ')
  return [
    h('div.head', closeLink(view), requestLink()),
    h('h2', { tabindex: -1 }, name),
    h('p.lead', flag(country), [typeLabel(type), location, countryName(country)].filter(Boolean).join(' · ')),
    statusNotice(bank, view),
    codeGroups(bank, view.query),
    h('dl.facts', facts(bank)),
    notes.map((note) => h('p.note', note)),
    sourceList(bank),
  ]
}

/**
 * @param {BankDetail} bank
 * @param {View} view
 */
function statusNotice({ status, status_since: since, successor }, view) {
  if (status === 'active') return null
  const date = since ? ` (${since})` : ''
  const message = {
    unverified: 'No source that we trust confirms that this bank is open.',
    merged: `Merged into another bank${date}.`,
    closed: `Closed${date}.`,
  }[status]
  const link = successor && h('a', { href: addressOf({ ...view, bank: successor }), id: 'successor' }, successor)
  return h('p.notice.warn', h('strong', message), link && [' Successor: ', link])
}

/**
 * @param {BankDetail} bank
 * @param {string} query the search text; codes that start with it come first in their group
 */
function codeGroups({ code, code_scheme: main, codes, code_details: details, bic, other_bics: others, lei }, query) {
  const isSearched = (/** @type {Code} */ { value }) => query !== '' && value.startsWith(query)
  const isMain = (/** @type {typeof details[number]} */ { scheme, value }) => scheme === main && value === code
  // Sort by `codes`, which lists the schemes in the country's order of preference. `code_details` has a different
  // order.
  const order = Object.keys(codes)
  const rankOf = (/** @type {typeof details[number]} */ { scheme, status }) =>
    status === 'current' ? order.indexOf(scheme) : order.length
  const sorted = details.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      Number(isSearched(other)) - Number(isSearched(one)) ||
      Number(isMain(other)) - Number(isMain(one)),
  )
  const groups = Map.groupBy(sorted, ({ scheme, status }) => `${scheme} ${status}`)
  const sections = [...groups.values()].map((group) => {
    const [{ label, scheme, status } = { label: '', scheme: '', status: 'current' }] = group
    if (status !== 'current') return codeGroup(label, group, `.not-current.${status}`, status)
    return codeGroup(label, group, scheme === main ? '.main' : '')
  })
  const bics = [bic, ...others].filter((value) => value !== null).map((value) => ({ value }))
  return h(
    'div.codes',
    sections,
    bics.length > 0 && codeGroup('BIC', bics),
    lei && codeGroup('LEI', [{ value: lei }]),
    sections.length + bics.length === 0 && h('p.note', 'We have no code for this bank.'),
  )
}

/**
 * @param {string} label
 * @param {readonly Code[]} codes
 * @param {string} [classes] CSS classes, as in `.main`
 * @param {string} [status]
 */
function codeGroup(label, codes, classes = '', status = '') {
  const isLong = codes.length > rowsMax
  const date = codes[0]?.as_of
  const areChips = isLong && codes.every(({ bic, as_of: other }) => !bic && other === date)
  const item = areChips ? chipItem : rowItem
  const visible = isLong ? codes.slice(0, visibleMax) : codes
  const rest = codes.slice(visible.length)
  const list = h(areChips ? 'ul.chips' : 'ul.rows', visible.map(item))
  const moreButton = button('', showRest, `Show all ${codes.length}`)
  function showRest() {
    list.append(...rest.map(item))
    list.children[visible.length]?.querySelector('button')?.focus()
    moreButton.remove()
  }
  const title = h('h3', label, isLong && ` (${codes.length})`, areChips && date && ` · ${date}`, codeBadge(status))
  return h(`section.code${classes}`, title, list, rest.length > 0 && moreButton)
}

/** @param {Code} code */
const chipItem = ({ value }) => h('li', copyChip(value))

/** @param {Code} code */
const rowItem = ({ value, bic, as_of: date }) =>
  h(
    'li',
    h('code', value),
    h('span.leader'),
    h('small', [bic && `BIC ${bic}`, date].filter(Boolean).join(' · ')),
    copyButton(value),
  )

/** @param {BankDetail} bank */
function facts({ id, short_name: short, legal_name: legal, aliases, website, ussd, confidence }) {
  /** @type {[string, Child][]} */
  const entries = [
    ['Short name', short],
    ['Legal name', legal],
    ['Also known as', aliases.join(', ')],
    ['Website', website && webLink(website, URL.canParse(website) ? new URL(website).host : website)],
    ['USSD', ussd && h('code', ussd)],
    ['Confidence', confidenceLabels[confidence]],
    ['ID', [h('code', id), ' ', copyButton(id)]],
  ]
  return entries.filter(([, value]) => value).map(([term, value]) => h('div', h('dt', term), h('dd', value)))
}

/**
 * @param {string | null} address
 * @param {string} text
 */
const webLink = (address, text) =>
  address && /^https?:/.test(address) ? h('a', { href: address, rel: 'noopener noreferrer nofollow' }, text) : text

/** @param {BankDetail} bank */
function sourceList({ sources }) {
  const newest = sources
    .map(({ date }) => date)
    .sort()
    .at(-1)
  const items = sources.map(({ title, publisher, date, licence, url }) =>
    h('li', webLink(url, title), h('small', `${publisher}, ${date}. Licence: ${licence}.`)),
  )
  const summary = h('summary', `${formatCount(sources.length, 'source')}, newest ${newest}`)
  return h('details.sources', summary, h('ul', items))
}
