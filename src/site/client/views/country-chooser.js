/** The country filter for searches and checks: a button, and the list of countries that it opens. */
import { byId, clickedLink, queryAll } from '../dom/dom.js'
import { flagOf } from '../dom/flag.js'

const button = byId('country-button')
const index = byId('countries')
const filter = /** @type {HTMLInputElement} */ (byId('country-filter'))
const links = queryAll('[data-country]', index)
const names = new Map(links.map((link) => [link.dataset.country ?? '', link.querySelector('.name')?.textContent ?? '']))

/** Maps every code in use for a country to the code that the API uses, for example UK to GB. */
const codes = new Map(
  links.flatMap(({ dataset: { country = '', also = '' } }) =>
    [country, ...also.split(' ')].filter(Boolean).map((code) => [code, country]),
  ),
)

/** @param {string} code a country code in upper or lower case */
export const canonicalCode = (code) => codes.get(code.trim().toUpperCase()) ?? code.trim().toUpperCase()

/** @param {string} code */
export const countryName = (code) => names.get(code) ?? code

/** @param {string} code */
export const isSupported = (code) => code !== '' && names.has(code)

/** @param {string} code a country code, or an empty string for all countries */
export function showCountry(code) {
  const [flag, name] = queryAll('.flag, .name', button)
  if (flag) flag.textContent = isSupported(code) ? flagOf(code) : '🌐'
  if (name) name.textContent = code ? countryName(code) : 'All countries'
  index.querySelector('.all')?.toggleAttribute('hidden', code === '')
  for (const link of links) {
    if (code !== '' && link.dataset.country === code) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

/** @param {boolean} isOpen */
export function toggleCountryIndex(isOpen) {
  index.hidden = !isOpen
  button.setAttribute('aria-expanded', String(isOpen))
  if (isOpen) return
  filter.value = ''
  applyFilter()
}

function applyFilter() {
  const prefix = normalize(filter.value)
  for (const link of links) {
    const { country = '', also } = link.dataset
    const text = normalize(`${countryName(country)} ${country} ${also}`)
    link.closest('li')?.toggleAttribute('hidden', !text.split(' ').some((word) => word.startsWith(prefix)))
  }
}

/** @param {string} text */
const normalize = (text) => text.trim().toLowerCase().replaceAll(/[()]/g, '')

/** @param {{ toggle: () => void, choose: (code: string) => void }} actions */
export function initCountryChooser({ toggle, choose }) {
  button.addEventListener('click', () => {
    toggle()
    if (!index.hidden) filter.focus()
  })
  filter.addEventListener('input', applyFilter)
  filter.addEventListener('keydown', (event) => {
    const first = links.find((link) => link.closest('li')?.hidden === false)
    if (event.key === 'Enter' && filter.value.trim() !== '' && first) choose(first.dataset.country ?? '')
  })
  index.addEventListener('click', (event) => {
    const link = clickedLink(event)
    if (link?.dataset.country === undefined) return
    event.preventDefault()
    choose(link.dataset.country)
  })
}
