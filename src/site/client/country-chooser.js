/** The country that search and checks are limited to: a button, and the index of countries that it opens. */
import { part } from './dom.js'
import { flagOf } from './flag.js'

const button = part('country-button')
const index = part('countries')
const filter = /** @type {HTMLInputElement} */ (part('country-filter'))
const links = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (index.querySelectorAll('[data-country]'))]
const names = new Map(links.map((link) => [link.dataset.country ?? '', link.querySelector('.name')?.textContent ?? '']))

/** @param {string} code */
export const countryName = (code) => names.get(code) ?? code

/** @param {string} code empty for all */
export function showCountry(code) {
  const [flag, name] = /** @type {NodeListOf<HTMLElement>} */ (button.querySelectorAll('.flag, .name'))
  if (flag) flag.textContent = /^[A-Z]{2}$/.test(code) ? flagOf(code) : '🌐'
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
    const text = plainText(`${countryName(link.dataset.country ?? '')} ${link.dataset.country}`)
    link.closest('li')?.toggleAttribute('hidden', !text.split(' ').some((word) => word.startsWith(wanted)))
  }
}

/** @param {string} text */
const plainText = (text) => text.trim().toLowerCase().replaceAll(/[()]/g, '')

/** @param {{ open: () => void, choose: (code: string) => void }} actions */
export function openChooser({ open, choose }) {
  button.addEventListener('click', () => {
    open()
    if (!index.hidden) filter.focus()
  })
  filter.addEventListener('input', narrow)
  filter.addEventListener('keydown', (event) => {
    const first = links.find((link) => link.classList.contains('entry') && link.closest('li')?.hidden === false)
    if (event.key === 'Enter' && filter.value.trim() !== '' && first) choose(first.dataset.country ?? '')
  })
  index.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    choose(link.dataset.country ?? '')
  })
}
