/**
 * The keyboard and ARIA behaviour of an editable combobox with a list, as described by the ARIA Authoring Practices.
 * It knows nothing about banks.
 */

export interface ComboboxHandlers {
  opened(): void
  closed(): void
  choose(index: number): void
  /** Enter on a text whose results are still loading. */
  chooseLater(): void
  clear(): void
  submit(): void
}

export function createCombobox(input: HTMLInputElement, handlers: ComboboxHandlers) {
  let options: HTMLElement[] = []
  let active = -1
  /** Whether the active option was reached with the arrow keys, rather than proposed. */
  let isChosenByArrow = false
  /** The key that opened the list before it had its options. */
  let openedBy: 'ArrowDown' | 'ArrowUp' | undefined

  const combobox = {
    isOpen: false,
    /** Whether the options belong to an older text. */
    isLoading: false,
    open: (): void => {
      if (combobox.isOpen) return
      combobox.isOpen = true
      input.ariaExpanded = 'true'
      handlers.opened()
    },
    close: (): void => {
      if (!combobox.isOpen) return
      combobox.isOpen = false
      input.ariaExpanded = 'false'
      openedBy = undefined
      activate(-1)
      handlers.closed()
    },
    /** `proposed` is the option that Enter chooses if the user does not move; -1 for none. */
    setOptions: (next: HTMLElement[], proposed: number): void => {
      options = next
      activate(-1)
      const key = openedBy
      openedBy = undefined
      if (key && combobox.isOpen) move(key)
      else if (options.length > proposed) activate(proposed)
    },
    /** Returns the index of the option that the user has reached with the arrow keys, or -1. */
    chosenByArrow: (): number => (isChosenByArrow ? active : -1),
  }

  input.addEventListener('keydown', (event) => {
    // Safari sends the Enter that ends a composition after the composition, with this key code.
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey) return
    if (press(event)) event.preventDefault()
  })

  /** Returns whether the key was used. */
  function press({ key, altKey }: KeyboardEvent): boolean {
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const wasOpen = combobox.isOpen
        if (altKey && key === 'ArrowUp') combobox.close()
        else combobox.open()
        // Options of an older text are about to be replaced.
        if (!altKey && !wasOpen && combobox.isLoading) openedBy = key
        else if (!altKey) move(key)
        return true
      }
      case 'Enter':
        enter()
        return true
      case 'Escape':
        if (!combobox.isOpen && input.value === '') return false
        if (combobox.isOpen) combobox.close()
        else handlers.clear()
        return true
      case 'Home':
      case 'End':
      case 'ArrowLeft':
      case 'ArrowRight':
        // The key moves the cursor in the text, so the text is active again.
        activate(-1)
        return false
      default:
        return false
    }
  }

  function move(key: 'ArrowDown' | 'ArrowUp'): void {
    const { length } = options
    if (length === 0) {
      openedBy = key
      return
    }
    const next = key === 'ArrowDown' ? active + 1 : active < 0 ? length - 1 : active - 1
    activate((next + length) % length)
    isChosenByArrow = true
  }

  function enter(): void {
    if (!combobox.isOpen) handlers.submit()
    else if (combobox.isLoading && !isChosenByArrow) handlers.chooseLater()
    else if (active >= 0) handlers.choose(active)
    else combobox.close()
  }

  function activate(index: number): void {
    options[active]?.setAttribute('aria-selected', 'false')
    isChosenByArrow = false
    active = index
    const option = options[index]
    if (option) {
      option.setAttribute('aria-selected', 'true')
      option.scrollIntoView({ block: 'nearest' })
      input.setAttribute('aria-activedescendant', option.id)
    } else input.removeAttribute('aria-activedescendant')
  }

  return combobox
}
