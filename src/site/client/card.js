/** All that is known of one bank: codes first, because they are what people come for. */
import { addressOf } from './address.js'
import { codeBadge } from './code-status.js'
import { copyButton, copyChip } from './copy.js'
import { countryName } from './country-chooser.js'
import { button, countOf, flag, make, part } from './dom.js'
import { confidenceWords, typeWords } from './labels.js'

/** @import { BankDetail, Child, Code, View } from './types.ts' */

/** More codes of a scheme are chips where nothing but their values differs; beyond the second the rest waits for a click. */
const rowsMax = 3
const shownMax = 6

/** @param {View} view */
export const closingLink = (view) =>
  make(
    'a.back',
    { href: addressOf({ ...view, bank: '' }), 'data-closes': true },
    make('span.narrow', 'Back to the list'),
    make('span.wide', 'Close'),
  )

/** Below a long card nobody would look for it. */
const requestLink = () => make('a.back', { href: '#request', click: showPanel }, 'The request')

/** @param {Event} event */
function showPanel(event) {
  // The address stays one of the bank.
  event.preventDefault()
  part('request').scrollIntoView()
  part('request-title').focus({ preventScroll: true })
}

/**
 * @param {BankDetail} bank
 * @param {View} view
 */
export function bankCard(bank, view) {
  const { name, country, type, city, region, notes } = bank
  const place = [city, region].filter(Boolean).join(', ')
  return [
    make('div.head', closingLink(view), requestLink()),
    make('h2', { tabindex: -1 }, name),
    make('p.lead', flag(country), [typeWords(type), place, countryName(country)].filter(Boolean).join(' · ')),
    statusNote(bank, view),
    codeGroups(bank, view.query),
    make('dl.facts', facts(bank)),
    notes.map((note) => make('p.note', note)),
    sourceList(bank),
  ]
}

/**
 * @param {BankDetail} bank
 * @param {View} view
 */
function statusNote({ status, status_since: since, successor }, view) {
  if (status === 'active') return null
  const date = since ? ` (${since})` : ''
  const said = {
    unverified: 'No register that we trust confirms that this bank is open.',
    merged: `Merged into another bank${date}.`,
    closed: `Closed${date}.`,
  }[status]
  const link = successor && make('a', { href: addressOf({ ...view, bank: successor }), id: 'successor' }, successor)
  return make('p.notice.warn', make('strong', said), link && [' Its successor: ', link])
}

/**
 * @param {BankDetail} bank
 * @param {string} query a code that was searched for stands first
 */
function codeGroups({ code, code_scheme: main, codes, code_details: details, bic, other_bics: others, lei }, query) {
  const isAsked = (/** @type {Code} */ { value }) => query !== '' && value.startsWith(query)
  const isMain = (/** @type {typeof details[number]} */ { scheme, value }) => scheme === main && value === code
  // The service gives current codes in the order in which people of the country ask for them, details in another.
  const order = Object.keys(codes)
  const placeOf = (/** @type {typeof details[number]} */ { scheme, status }) =>
    status === 'current' ? order.indexOf(scheme) : order.length
  const sorted = details.toSorted(
    (one, other) =>
      placeOf(one) - placeOf(other) ||
      Number(isAsked(other)) - Number(isAsked(one)) ||
      Number(isMain(other)) - Number(isMain(one)),
  )
  const groups = Map.groupBy(sorted, ({ scheme, status }) => `${scheme} ${status}`)
  const shown = [...groups.values()].map((group) => {
    const [{ label, scheme, status } = { label: '', scheme: '', status: 'current' }] = group
    if (status !== 'current') return codeGroup(label, group, `.not-current.${status}`, status)
    return codeGroup(label, group, scheme === main ? '.main' : '')
  })
  const bics = [bic, ...others].filter((value) => value !== null).map((value) => ({ value }))
  return make(
    'div.codes',
    shown,
    bics.length > 0 && codeGroup('BIC', bics),
    lei && codeGroup('LEI', [{ value: lei }]),
    shown.length + bics.length === 0 && make('p.note', 'No code of this bank is known.'),
  )
}

/**
 * @param {string} label
 * @param {readonly Code[]} codes
 * @param {string} [look] further class
 * @param {string} [status]
 */
function codeGroup(label, codes, look = '', status = '') {
  const isMany = codes.length > rowsMax
  const date = codes[0]?.as_of
  const isPlain = isMany && codes.every(({ bic, as_of: other }) => !bic && other === date)
  const item = isPlain ? chipItem : rowItem
  const first = isMany ? codes.slice(0, shownMax) : codes
  const rest = codes.slice(first.length)
  const list = make(isPlain ? 'ul.chips' : 'ul.rows', first.map(item))
  const more = button('', showRest, `Show all ${codes.length}`)
  function showRest() {
    list.append(...rest.map(item))
    list.children[first.length]?.querySelector('button')?.focus()
    more.remove()
  }
  const title = make('h3', label, isMany && ` (${codes.length})`, isPlain && date && ` · ${date}`, codeBadge(status))
  return make(`section.code${look}`, title, list, rest.length > 0 && more)
}

/** @param {Code} code */
const chipItem = ({ value }) => make('li', copyChip(value))

/** @param {Code} code */
const rowItem = ({ value, bic, as_of: date }) =>
  make(
    'li',
    make('code', value),
    make('span.leader'),
    make('small', [bic && `BIC ${bic}`, date].filter(Boolean).join(' · ')),
    copyButton(value),
  )

/** @param {BankDetail} bank */
function facts({ id, short_name: short, legal_name: legal, aliases, website, ussd, confidence }) {
  /** @type {[string, Child][]} */
  const known = [
    ['Short name', short],
    ['Legal name', legal],
    ['Also known as', aliases.join(', ')],
    ['Website', website && webLink(website, URL.canParse(website) ? new URL(website).host : website)],
    ['USSD', ussd && make('code', ussd)],
    ['Confidence', confidenceWords[confidence]],
    ['Id', [make('code', id), ' ', copyButton(id)]],
  ]
  return known.filter(([, said]) => said).map(([term, said]) => make('div', make('dt', term), make('dd', said)))
}

/**
 * @param {string | null} address
 * @param {string} text
 */
const webLink = (address, text) =>
  address && /^https?:/.test(address) ? make('a', { href: address, rel: 'noopener noreferrer nofollow' }, text) : text

/** @param {BankDetail} bank */
function sourceList({ sources }) {
  const newest = sources
    .map(({ date }) => date)
    .sort()
    .at(-1)
  const items = sources.map(({ title, publisher, date, licence, url }) =>
    make('li', webLink(url, title), make('small', `${publisher}, ${date}. Licence: ${licence}.`)),
  )
  const summary = make('summary', `${countOf(sources.length, 'source')}, the newest of ${newest}`)
  return make('details.sources', summary, make('ul', items))
}
