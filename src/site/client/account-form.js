/**
 * The form on the page "Collect account details". It is built from the API response, as an application would do it.
 * Nothing that the user types is sent or stored.
 */
import { byId, h, replaceChildren } from './dom/dom.js'

/** @import { AccountField, AccountRequirements, SupportedCountry } from './types.ts' */

/** The base URL of the service, which may include a path. This script is served two folders below it. */
const serviceUrl = new URL('../../', import.meta.url)
const firstCountry = 'CA'

/**
 * @template Result
 * @param {string} path
 * @returns {Promise<Result>}
 */
async function get(path) {
  const response = await fetch(new URL(path, serviceUrl))
  if (response.ok) return response.json()
  throw new Error(await response.text())
}

const output = h('output', { 'aria-live': 'polite' })
const fieldList = h('div')
const methodSelect = /** @type {HTMLSelectElement} */ (h('select', { id: 'account-method' }))
const countrySelect = /** @type {HTMLSelectElement} */ (h('select', { id: 'account-country' }))

/** @type {AccountRequirements | undefined} */
let requirements

async function start() {
  byId('account-form').append(output)
  /** @type {{ countries: SupportedCountry[] }} */
  const { countries } = await get('v1/supported-countries/')
  replaceChildren(
    countrySelect,
    countries.map(({ code, display_name }) => option(code, display_name, code === firstCountry)),
  )
  countrySelect.addEventListener('change', () => run(showCountry))
  methodSelect.addEventListener('change', () => run(showMethod))
  const form = h(
    'form',
    // Hidden until it is complete, so that its parts do not move while they are loaded.
    { submit: showBody, novalidate: true, autocomplete: 'off', hidden: true },
    labelled('Country', countrySelect),
    labelled('Payment method', methodSelect),
    fieldList,
    h('button.primary', { type: 'submit' }, 'Check the fields'),
  )
  replaceChildren(byId('account-form'), form, output)
  await showCountry()
  form.hidden = false
}

/**
 * Shows the message if a request fails.
 * @param {() => Promise<void>} action
 */
const run = (action) => action().catch(({ message }) => replaceChildren(output, h('p.notice.bad', message)))

async function showCountry() {
  const country = countrySelect.value
  /** @type {AccountRequirements} */
  const loaded = await get(`v1/account-requirements?country=${country.toLowerCase()}`)
  // The user may have chosen another country in the meantime.
  if (country !== countrySelect.value) return
  requirements = loaded
  replaceChildren(
    methodSelect,
    loaded.methods.map(({ id, label }) => option(id, label)),
  )
  await showMethod()
}

const currentMethod = () => requirements?.methods.find(({ id }) => id === methodSelect.value)

async function showMethod() {
  const method = currentMethod()
  replaceChildren(output)
  replaceChildren(fieldList, method?.note && h('p', method.note), method?.fields.map(fieldElement))
  await Promise.all(method?.fields.filter(({ type }) => type === 'bank').map(loadBanks) ?? [])
}

/** @param {AccountField} field */
function fieldElement(field) {
  const { key, label, hint, required, example, input_mode, type, options } = field
  const shared = { id: idOf(key), 'aria-describedby': `${idOf(key)}-hint ${idOf(key)}-error` }
  const isMenu = type === 'select' || type === 'bank'
  const text = { inputmode: input_mode, placeholder: grouped(example, field), type: type === 'tel' ? 'tel' : 'text' }
  const control = isMenu
    ? h(
        'select',
        shared,
        option('', 'Choose'),
        options?.map((one) => option(one.value, one.label)),
      )
    : h('input', { ...shared, ...text, spellcheck: 'false', autocapitalize: 'characters' })
  return labelled(
    required ? label : `${label} (optional)`,
    control,
    h('span.hint', { id: `${idOf(key)}-hint` }, hint),
    h('span.error', { id: `${idOf(key)}-error` }),
  )
}

/** @param {AccountField} field */
async function loadBanks({ key, bank_types }) {
  const menu = byId(idOf(key))
  const type = bank_types ? `&type=${bank_types.join(',')}` : ''
  const query = `country=${countrySelect.value.toLowerCase()}&sort=prominence&fields=id,name${type}`
  /** @type {{ banks: { id: string, name: string }[] }} */
  const { banks } = await get(`v1/banks?${query}`)
  menu.append(...banks.map(({ id, name }) => option(id, name)))
}

/**
 * Writes a value in the usual groups, such as 20-29-59. The last size repeats.
 * @param {string} value
 * @param {Pick<AccountField, 'group'>} field
 */
function grouped(value, { group }) {
  if (!group) return value
  const parts = []
  for (let at = 0, part = 0; at < value.length; part++) {
    const size = group.sizes[Math.min(part, group.sizes.length - 1)] ?? value.length
    parts.push(value.slice(at, at + size))
    at += size
  }
  return parts.join(group.separator)
}

/** @param {Event} event */
function showBody(event) {
  event.preventDefault()
  const method = currentMethod()
  if (!method) return
  const values = new Map(method.fields.map((field) => [field.key, readValue(field)]))
  const wrong = method.fields.filter((field) => showError(field, values.get(field.key) ?? ''))
  if (wrong[0]) {
    byId(idOf(wrong[0].key)).focus()
    return replaceChildren(output)
  }
  const fields = Object.fromEntries([...values].filter(([, value]) => value !== ''))
  const body = { country: countrySelect.value.toLowerCase(), method: method.id, fields }
  const done = 'The fields match their patterns. Nothing was sent. Your application has:'
  replaceChildren(output, h('p', done), h('pre', h('code', JSON.stringify(body, null, 2))))
}

/**
 * Returns the value without separators, as the patterns expect it.
 * @param {AccountField} field
 */
function readValue({ key, type }) {
  const { value } = /** @type {HTMLInputElement} */ (byId(idOf(key)))
  if (type === 'bank' || type === 'select') return value
  if (type === 'tel') return value.replaceAll(/\D/g, '')
  return value.replaceAll(/[\s./-]/g, '').toUpperCase()
}

/**
 * Shows what is wrong with a value. Returns whether anything is.
 * @param {AccountField} field
 * @param {string} value
 */
function showError({ key, label, required, pattern, example }, value) {
  const isMissing = value === '' && required
  const isWrong = value !== '' && pattern !== null && !new RegExp(pattern).test(value)
  const message = isMissing ? `${label} is missing.` : isWrong ? `Check the format. Example: ${example}.` : ''
  byId(`${idOf(key)}-error`).textContent = message
  byId(idOf(key)).setAttribute('aria-invalid', String(message !== ''))
  return message !== ''
}

/** @param {string} key */
const idOf = (key) => `account-field-${key}`

/**
 * @param {string} value
 * @param {string} text
 */
const option = (value, text, selected = false) => h('option', { value, selected }, text)

/**
 * @param {string} label
 * @param {HTMLElement} control
 * @param {...HTMLElement} notes
 */
const labelled = (label, control, ...notes) => h('div.field', h('label', { for: control.id }, label), control, notes)

run(start)
