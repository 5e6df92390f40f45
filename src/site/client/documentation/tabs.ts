/**
 * Language tabs: a choice applies to all examples, on all pages and in all open tabs of the browser. The style sheet shows
 * the panels by the attribute `data-language` of the page; this module keeps the states of the tabs in line with it.
 */

const storageKey = 'language'
const root = document.documentElement

export function initTabs(): void {
  const lists = [...document.querySelectorAll<HTMLElement>('[role=tablist]')]
  if (lists.length === 0) return
  const select = (language: string): void => {
    root.dataset.language = language
    for (const list of lists) showSelected(list, language)
  }
  const choose = (tab: HTMLElement): void => {
    const before = tab.getBoundingClientRect().top
    select(tab.dataset.language ?? '')
    // Examples above this one may have changed their height.
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
    store(tab.dataset.language ?? '')
  }
  for (const list of lists) {
    list.addEventListener('click', ({ target }) => {
      const tab = target instanceof Element ? target.closest<HTMLElement>('[role=tab]') : null
      if (tab) choose(tab)
    })
    list.addEventListener('keydown', (event) => {
      const next = nextTab(tabsOf(list), event)
      if (!next) return
      event.preventDefault()
      next.focus()
      choose(next)
    })
  }
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey && newValue) select(newValue)
  })
  select(root.dataset.language ?? 'sh')
}

const tabsOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=tab]')]

/** Without the chosen language, an example shows its first one. */
function showSelected(list: HTMLElement, language: string): void {
  const tabs = tabsOf(list)
  const selected = tabs.find((tab) => tab.dataset.language === language) ?? tabs[0]
  for (const tab of tabs) {
    tab.setAttribute('aria-selected', String(tab === selected))
    tab.tabIndex = tab === selected ? 0 : -1
  }
}

function nextTab(tabs: HTMLElement[], { key, target }: KeyboardEvent): HTMLElement | undefined {
  const at = tabs.indexOf(target as HTMLElement)
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length]
  if (key === 'ArrowLeft') return tabs.at(at - 1)
  if (key === 'Home') return tabs[0]
  return key === 'End' ? tabs.at(-1) : undefined
}

function store(language: string): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // The browser blocks storage; the choice holds for this page.
  }
}
