/** Replaces the country menu by a button that opens a list of countries with a filter. */
import { type Html, html } from '../../../html.ts'
import { formatNumber } from '../../../views/text/text-format.ts'
import type { ViewContext } from '../../../views/view-context.ts'
import { flag } from '../../../views/view-context.ts'
import { create, queryAll, setContent } from '../../shared/dom.ts'
import { matchCountries } from './country-match.ts'

export function createCountryChooser(context: ViewContext, select: HTMLElement, choose: (code: string) => void) {
  const button = create('button', {
    type: 'button',
    id: 'country-button',
    class: 'country-button',
    'aria-haspopup': 'dialog',
    'aria-expanded': 'false',
    'aria-controls': 'country-panel',
  })
  const panel = create('div', {
    id: 'country-panel',
    class: 'country-panel',
    hidden: '',
    role: 'dialog',
    'aria-label': 'Country',
  })
  select.replaceWith(button)
  button.closest('form')?.append(panel)

  let shownCountry: string | undefined
  const filter = (): HTMLInputElement => panel.querySelector('input') as HTMLInputElement
  const options = (): HTMLElement[] => queryAll('[data-country]', panel)

  function open(): void {
    // Built when it is first opened: a hundred flags are not part of the first visit.
    if (panel.childElementCount === 0) setContent(panel, panelContent(context))
    panel.hidden = false
    button.setAttribute('aria-expanded', 'true')
    filter().value = ''
    showMatches()
    filter().focus()
  }

  function close(): void {
    if (panel.hidden) return
    const hadFocus = panel.contains(document.activeElement)
    panel.hidden = true
    button.setAttribute('aria-expanded', 'false')
    if (hadFocus) button.focus()
  }

  function showMatches(): void {
    const text = filter().value
    const matches = new Set(matchCountries([...context.countries.values()], text).map(({ code }) => code))
    for (const option of options()) {
      const code = option.dataset.country ?? ''
      option.parentElement?.toggleAttribute('hidden', code === '' ? text.trim() !== '' : !matches.has(code))
    }
    const message = panel.querySelector('[role=status]')
    const none = `No country called “${text.trim()}”; ${[...context.countries.values()].length} are covered.`
    if (message) message.textContent = matches.size > 0 ? '' : none
  }

  /** Moves the focus between the filter and the countries in sight. */
  function move(direction: 1 | -1): void {
    const visible = [filter(), ...options().filter((option) => option.offsetParent !== null)]
    visible[visible.indexOf(document.activeElement as HTMLInputElement) + direction]?.focus()
  }

  button.addEventListener('click', () => (panel.hidden ? open() : close()))
  panel.addEventListener('input', showMatches)
  panel.addEventListener('click', (event) => {
    const option = event.target instanceof Element && event.target.closest<HTMLElement>('[data-country]')
    if (!option) return
    close()
    choose(option.dataset.country ?? '')
  })
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && event.target === filter()) {
      // Enter must not submit the search form around the panel.
      event.preventDefault()
      if (filter().value.trim() !== '')
        options()
          .find((option) => option.offsetParent !== null)
          ?.click()
    }
  })
  panel.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !panel.contains(relatedTarget) && relatedTarget !== button) close()
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !panel.contains(target) && !button.contains(target)) close()
  })

  return {
    /** `code`: a country code, or an empty string for all countries. */
    showCountry: (code: string): void => {
      if (code === shownCountry) return
      shownCountry = code
      setContent(button, buttonContent(context, code))
    },
    get isOpen() {
      return !panel.hidden
    },
    close,
  }
}

function buttonContent(context: ViewContext, code: string): Html {
  const country = context.countries.get(code)
  return html`<span class="visually-hidden">Country: </span>${country ? flag(context, code) : undefined}<span class="country-code" aria-hidden="true">${country ? code : 'All'}</span><span class="country-name">${country?.name ?? 'All countries'}</span>`
}

function panelContent(context: ViewContext): Html {
  const option = (code: string, content: Html): Html =>
    html`<li><button type="button" class="country-option" data-country="${code}">${content}</button></li>`
  const countries = [...context.countries.values()].map((country) =>
    option(
      country.code,
      html`${flag(context, country.code)}<span class="name">${country.name}</span><span class="count">${formatNumber(country.bankCount)}</span>`,
    ),
  )
  return html`<label class="visually-hidden" for="country-filter">Filter countries</label><input id="country-filter" type="search" placeholder="Filter countries" autocomplete="off" spellcheck="false"><p role="status" class="no-country"></p><ul>${option('', html`<span class="name">All countries</span>`)}${countries}</ul>`
}
