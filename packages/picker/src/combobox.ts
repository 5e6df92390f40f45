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

export class Combobox {
  /** Whether the active option was reached with the arrow keys, rather than proposed. */
  isChosenByArrow = false
  /** Whether the options belong to an older text. */
  isLoading = false
  #isOpen = false
  #active = -1
  #options: HTMLElement[] = []
  /** The key that opened the list before it had its options. */
  #openedBy: 'ArrowDown' | 'ArrowUp' | undefined
  #input: HTMLInputElement
  #handlers: ComboboxHandlers

  constructor(input: HTMLInputElement, handlers: ComboboxHandlers) {
    this.#input = input
    this.#handlers = handlers
    input.addEventListener('keydown', (event) => {
      // Safari sends the Enter that ends a composition after the composition, with this key code.
      if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey) return
      if (this.#press(event)) event.preventDefault()
    })
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get active(): number {
    return this.#active
  }

  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#input.ariaExpanded = 'true'
    this.#handlers.opened()
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#input.ariaExpanded = 'false'
    this.#openedBy = undefined
    this.#activate(-1)
    this.#handlers.closed()
  }

  /** `proposed` is the option that Enter chooses if the user does not move; -1 for none. */
  setOptions(options: HTMLElement[], proposed: number): void {
    this.#options = options
    this.#activate(-1)
    const openedBy = this.#openedBy
    this.#openedBy = undefined
    if (openedBy && this.#isOpen) this.#move(openedBy)
    else if (options.length > proposed) this.#activate(proposed)
  }

  /** Returns whether the key was used. */
  #press({ key, altKey }: KeyboardEvent): boolean {
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const wasOpen = this.#isOpen
        if (altKey && key === 'ArrowUp') this.close()
        else this.open()
        // Options of an older text are about to be replaced.
        if (!altKey && !wasOpen && this.isLoading) this.#openedBy = key
        else if (!altKey) this.#move(key)
        return true
      }
      case 'Enter':
        this.#enter()
        return true
      case 'Escape':
        if (!this.#isOpen && this.#input.value === '') return false
        if (this.#isOpen) this.close()
        else this.#handlers.clear()
        return true
      case 'Home':
      case 'End':
      case 'ArrowLeft':
      case 'ArrowRight':
        // The key moves the cursor in the text, so the text is active again.
        this.#activate(-1)
        return false
      default:
        return false
    }
  }

  #move(key: 'ArrowDown' | 'ArrowUp'): void {
    const { length } = this.#options
    if (length === 0) {
      this.#openedBy = key
      return
    }
    const next = key === 'ArrowDown' ? this.#active + 1 : this.#active < 0 ? length - 1 : this.#active - 1
    this.#activate((next + length) % length)
    this.isChosenByArrow = true
  }

  #enter(): void {
    if (!this.#isOpen) this.#handlers.submit()
    else if (this.isLoading && !this.isChosenByArrow) this.#handlers.chooseLater()
    else if (this.#active >= 0) this.#handlers.choose(this.#active)
    else this.close()
  }

  #activate(index: number): void {
    const previous = this.#options[this.#active]
    previous?.setAttribute('aria-selected', 'false')
    this.isChosenByArrow = false
    this.#active = index
    const option = this.#options[index]
    if (option) {
      option.setAttribute('aria-selected', 'true')
      option.scrollIntoView({ block: 'nearest' })
      this.#input.setAttribute('aria-activedescendant', option.id)
    } else this.#input.removeAttribute('aria-activedescendant')
  }
}
