/** All that is known of one bank: codes first, because they are what people come for. */
import { addressOf } from './address.js'
import { copyButton, copyChip } from './copy.js'
import { countryName } from './country-chooser.js'
import { countOf, flag, make } from './dom.js'
import { confidenceWords, typeWords } from './words.js'

/**
 * @import { View } from './address.js'
 * @import { BankDetail } from './api.js'
 * @import { Child } from './dom.js'
 */

/** Above these a scheme's codes are no rows but chips, and the rest of them waits for a click. */
const rowsMax = 3
const chipsMax = 24

/**
 * @param {BankDetail} bank
 * @param {View} view
 */
export function bankCard(bank, view) {
  const { name, country, type, city, region } = bank
  return [
    make(
      'a',
      { class: 'back', href: addressOf({ ...view, bank: '' }), 'data-closes': true },
      make('span', { class: 'narrow' }, 'Back to the list'),
      make('span', { class: 'wide' }, 'Close'),
    ),
    make('h2', { tabindex: -1 }, name),
    make(
      'p',
      { class: 'lead' },
      flag(country),
      [typeWords(type), [city, region].filter(Boolean).join(', '), countryName(country)].filter(Boolean).join(' · '),
    ),
    statusNote(bank, view),
    codeGroups(bank),
    make('dl', { class: 'facts' }, facts(bank)),
    bank.notes.map((note) => make('p', { class: 'note' }, note)),
    sourceList(bank),
  ]
}

/**
 * @param {BankDetail} bank
 * @param {View} view
 */
function statusNote({ status, status_since: since, successor }, view) {
  if (status === 'active') return null
  const said = {
    unverified: 'No register that we trust confirms that this bank is open.',
    merged: `Merged into another bank${since ? ` (${since})` : ''}.`,
    closed: `Closed${since ? ` (${since})` : ''}.`,
  }[status]
  const link =
    successor && make('a', { href: addressOf({ ...view, bank: successor }), 'data-successor': true }, successor)
  return make('p', { class: 'notice warn' }, make('strong', {}, said), link && [' Its successor is ', link, '.'])
}

/** @param {BankDetail} bank */
function codeGroups({ code_details: details, bic, other_bics: others, lei }) {
  const groups = Map.groupBy(details, ({ scheme, status }) => `${scheme} ${status}`)
  const shown = [...groups.values()].map((group) => {
    const [{ label, status } = { label: '', status: 'current' }] = group
    return codeGroup(label, group, status === 'current' ? '' : status)
  })
  const bics = [bic, ...others].filter((value) => value !== null).map((value) => ({ value }))
  return make(
    'div',
    { class: 'codes' },
    shown,
    bics.length > 0 && codeGroup('BIC', bics),
    lei && codeGroup('LEI', [{ value: lei }]),
    shown.length + bics.length === 0 && make('p', { class: 'note' }, 'No code of this bank is known.'),
  )
}

/**
 * @param {string} label
 * @param {readonly { value: string, bic?: string | null, as_of?: string }[]} codes
 * @param {string} [status]
 */
function codeGroup(label, codes, status = '') {
  const isMany = codes.length > rowsMax
  const list = make('ul', { class: isMany ? 'chips' : 'rows' })
  const item = isMany ? chipItem : rowItem
  const first = isMany ? codes.slice(0, chipsMax) : codes
  list.append(...first.map(item))
  const rest = codes.slice(first.length)
  const more = make('button', { type: 'button', click: showRest }, `Show all ${codes.length}`)
  function showRest() {
    list.append(...rest.map(item))
    more.remove()
  }
  return make(
    'section',
    { class: status ? 'code not-current' : 'code' },
    make('h3', {}, label, isMany && ` (${codes.length})`, status && make('span', { class: 'badge' }, status)),
    list,
    rest.length > 0 && more,
  )
}

/** @param {{ value: string }} code */
const chipItem = ({ value }) => make('li', {}, copyChip(value))

/** @param {{ value: string, bic?: string | null, as_of?: string }} code */
const rowItem = ({ value, bic, as_of: date }) =>
  make(
    'li',
    {},
    make('code', {}, value),
    make('span', { class: 'leader' }),
    (bic || date) && make('small', {}, [bic && `BIC ${bic}`, date].filter(Boolean).join(' · ')),
    copyButton(value),
  )

/** @param {BankDetail} bank */
function facts({ id, short_name: short, legal_name: legal, aliases, website, ussd, confidence }) {
  /** @type {[string, Child][]} */
  const known = [
    ['Short name', short],
    ['Legal name', legal],
    ['Also known as', aliases.join(', ')],
    ['Website', website && webLink(website)],
    ['USSD', ussd && make('code', {}, ussd)],
    ['Confidence', confidenceWords[confidence]],
    ['Id', [make('code', {}, id), ' ', copyButton(id)]],
  ]
  return known
    .filter(([, said]) => said)
    .map(([term, said]) => make('div', {}, make('dt', {}, term), make('dd', {}, said)))
}

/** @param {string} address */
function webLink(address) {
  if (!/^https?:\/\//.test(address)) return address
  const { host } = new URL(address)
  return make('a', { href: address, rel: 'noopener noreferrer nofollow' }, host.replace(/^www\./, ''))
}

/** @param {BankDetail} bank */
function sourceList({ sources }) {
  const newest = sources
    .map(({ date }) => date)
    .sort()
    .at(-1)
  return make(
    'details',
    { class: 'sources' },
    make('summary', {}, `${countOf(sources.length, 'source')}, the newest of ${newest}`),
    make(
      'ul',
      {},
      sources.map(({ title, publisher, date, licence, url }) =>
        make(
          'li',
          {},
          url ? make('a', { href: url, rel: 'noopener noreferrer nofollow' }, title) : title,
          make('small', {}, `${publisher}, ${date}. Licence: ${licence}.`),
        ),
      ),
    ),
  )
}
