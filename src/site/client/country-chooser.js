/** The country that search and checks are limited to: a button, and the index of countries that it opens. */
import { allOf, followed, part } from './dom.js'
import { flagOf } from './flag.js'

const button = part('country-button')
const index = part('countries')
const filter = /** @type {HTMLInputElement} */ (part('country-filter'))
const links = allOf('[data-country]', index)
const names = new Map(links.map((link) => [link.dataset.country ?? '', link.querySelector('.name')?.textContent ?? '']))

/** By every code that people use for a country, such as UK for GB. */
const codes = new Map(
  links.flatMap(({ dataset: { country = '', also = '' } }) =>
    [country, ...also.split(' ')].filter(Boolean).map((code) => [code, country]),
  ),
)

/** @param {string} code in any case */
export const canonicalCode = (code) => codes.get(code.trim().toUpperCase()) ?? code.trim().toUpperCase()

/** @param {string} code */
export const countryName = (code) => names.get(code) ?? code

/** @param {string} code */
export const isSupported = (code) => code !== '' && names.has(code)

/** @param {string} code empty for all */
export function showCountry(code) {
  const [flag, name] = allOf('.flag, .name', button)
  if (flag) flag.textContent = isSupported(code) ? flagOf(code) : '🌐'
  if (name) name.textContent = code ? countryName(code) : 'All countries'
  part('countries')
    .querySelector('.all')
    ?.toggleAttribute('hidden', code === '')
  for (const link of links) {
    if (code !== '' && link.dataset.country === code) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

/** @param {boolean} isOpen */
export function showIndex(isOpen) {
  index.hidden = !isOpen
  button.setAttribute('aria-expanded', String(isOpen))
  if (isOpen) return
  filter.value = ''
  narrow()
}

function narrow() {
  const wanted = plainText(filter.value)
  for (const link of links) {
    const { country = '', also } = link.dataset
    const text = plainText(`${countryName(country)} ${country} ${also}`)
    link.closest('li')?.toggleAttribute('hidden', !text.split(' ').some((word) => word.startsWith(wanted)))
  }
}

/** @param {string} text */
const plainText = (text) => text.trim().toLowerCase().replaceAll(/[()]/g, '')

/** @param {{ toggle: () => void, choose: (code: string) => void }} actions */
export function openChooser({ toggle, choose }) {
  button.addEventListener('click', () => {
    toggle()
    if (!index.hidden) filter.focus()
  })
  filter.addEventListener('input', narrow)
  filter.addEventListener('keydown', (event) => {
    const first = links.find((link) => link.closest('li')?.hidden === false)
    if (event.key === 'Enter' && filter.value.trim() !== '' && first) choose(first.dataset.country ?? '')
  })
  index.addEventListener('click', (event) => {
    const link = followed(event)
    if (link?.dataset.country === undefined) return
    event.preventDefault()
    choose(link.dataset.country)
  })
}
