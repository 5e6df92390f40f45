/**
 * The search dialog: a combobox with a list box of results, grouped by page (ARIA Authoring Practices, "Editable combobox
 * with list autocomplete"). `/` opens it.
 */
import { announce, clicked, create, isTextField } from '../../shared/dom.ts'
import { createSearchEngine, entryUrl, type SearchEngine, type SearchResults } from './search-engine.ts'
import { endings } from './search-query.ts'

export function initSearch(): void {
  const source = document.querySelector<HTMLElement>('[data-search]')?.dataset.search
  if (source === undefined) return
  const address = new URL(source, location.href)
  let dialog: SearchDialog | undefined
  const open = (): void => {
    dialog ??= new SearchDialog(address)
    dialog.open()
  }
  document.addEventListener('click', (event) => {
    if (clicked(event, '[data-search]')) open()
  })
  document.addEventListener('keydown', (event) => {
    if (!isShortcut(event)) return
    event.preventDefault()
    open()
  })
}

/** `/` is a shortcut only where it is not text, and Ctrl+K or ⌘K everywhere. */
function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key === 'k' && (ctrlKey || metaKey)) return true
  const isTyping = target instanceof Element && isTextField(target)
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping && !document.querySelector('dialog[open]')
}

class SearchDialog {
  readonly #address: URL
  readonly #input = create('input', {
    type: 'search',
    role: 'combobox',
    class: 'search-input',
    placeholder: 'Search the docs',
    'aria-label': 'Search the docs',
    'aria-controls': 'search-results',
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
  })
  readonly #results = create('div', { id: 'search-results', role: 'listbox', 'aria-label': 'Results' })
  readonly #message = create('p', { class: 'search-message' })
  readonly #dialog: HTMLDialogElement
  #engine: Promise<SearchEngine> | undefined
  #options: HTMLAnchorElement[] = []
  #active = -1

  constructor(address: URL) {
    this.#address = address
    const close = create('button', { type: 'button', class: 'search-close' }, 'Close')
    const bar = create('div', { class: 'search-field' }, this.#input, close)
    this.#dialog = create(
      'dialog',
      { class: 'search-dialog', 'aria-label': 'Search the docs' },
      bar,
      this.#message,
      this.#results,
      keyHints(),
    )
    document.body.append(this.#dialog)
    close.addEventListener('click', () => this.#dialog.close())
    this.#input.addEventListener('input', () => void this.#search())
    this.#input.addEventListener('keydown', (event) => this.#onKey(event))
    this.#dialog.addEventListener('click', ({ target }) => {
      const isOutside = target === this.#dialog
      const isResult = target instanceof Element && target.closest('[role=option]') !== null
      if (isOutside || isResult) this.#dialog.close()
    })
  }

  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal()
    this.#input.focus()
    this.#input.select()
    void this.#search()
  }

  #loadEngine(): Promise<SearchEngine> {
    this.#engine ??= fetchEngine(this.#address).catch((error) => {
      // The next key press tries again.
      this.#engine = undefined
      throw error
    })
    return this.#engine
  }

  async #search(): Promise<void> {
    const query = this.#input.value.trim()
    try {
      const search = await this.#loadEngine()
      // This query waited for the index, and the user has typed another one since.
      if (query !== this.#input.value.trim()) return
      this.#show(search(query), query)
    } catch {
      this.#say('The search index cannot be loaded. Check your connection, and type again.')
    }
  }

  #show({ isFound, groups }: SearchResults, query: string): void {
    this.#options = []
    const nodes = groups.map(({ page, entries }, at) => {
      // The page itself as the first result is label enough.
      const labelClass = page === entries[0]?.title ? 'visually-hidden' : ''
      const label = create('p', { id: `search-group-${at}`, role: 'presentation', class: labelClass }, page)
      const options = entries.map((entry) => {
        const option = create(
          'a',
          {
            role: 'option',
            id: `search-option-${this.#options.length}`,
            tabindex: '-1',
            'aria-selected': 'false',
            href: entryUrl(entry.path, this.#address).href,
          },
          create('strong', {}, ...highlighted(entry.title, entry.terms)),
          create('span', {}, ...highlighted(entry.text, entry.terms)),
        )
        this.#options.push(option)
        return option
      })
      return create('div', { role: 'group', 'aria-labelledby': label.id }, label, ...options)
    })
    this.#results.replaceChildren(...nodes)
    this.#input.setAttribute('aria-expanded', String(this.#options.length > 0))
    const count = this.#options.length
    this.#activate(isFound ? 0 : -1)
    this.#say(query === '' || isFound ? '' : `Nothing found for “${query}”.`)
    if (isFound) announce(`${count} ${count === 1 ? 'result' : 'results'}`)
  }

  #say(sentence: string): void {
    this.#message.textContent = sentence
    announce(sentence)
  }

  #activate(at: number): void {
    this.#options[this.#active]?.setAttribute('aria-selected', 'false')
    this.#active = at
    const option = this.#options[at]
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option) this.#input.setAttribute('aria-activedescendant', option.id)
    else this.#input.removeAttribute('aria-activedescendant')
  }

  #onKey(event: KeyboardEvent): void {
    const count = this.#options.length
    if (event.key === 'Enter') this.#options[this.#active]?.click()
    else if (event.key === 'ArrowDown' && count > 0) this.#activate((this.#active + 1) % count)
    else if (event.key === 'ArrowUp' && count > 0) this.#activate((Math.max(this.#active, 0) - 1 + count) % count)
    else return
    event.preventDefault()
  }
}

function keyHints(): HTMLElement {
  const hint = (keys: string[], action: string): HTMLElement =>
    create('span', {}, ...keys.flatMap((key) => [create('kbd', {}, key), ' ']), action)
  return create(
    'p',
    { class: 'search-hints' },
    hint(['↑', '↓'], 'choose'),
    hint(['Enter'], 'open'),
    hint(['Esc'], 'close'),
  )
}

async function fetchEngine(address: URL): Promise<SearchEngine> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status}`)
  return createSearchEngine(await response.json())
}

/** Marks the words that match a query. `terms`: letters, digits and underscores, without endings. */
function highlighted(text: string, terms: readonly string[]): (Node | string)[] {
  if (terms.length === 0) return [text]
  const longestFirst = terms.toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])((?:${longestFirst.join('|')})${endings})(?![\\p{L}\\p{N}])`, 'giu')
  // Every second part is a match.
  return text.split(pattern).map((part, at) => (at % 2 === 1 ? create('mark', {}, part) : part))
}
