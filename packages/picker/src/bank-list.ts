/** The list of the picker: loads the banks for the text in the field, and shows them with a status. */
import { codeDigitsOf, type FoundBank, findBanks, mayBeAccount, selectionOf, shownMax } from './bank-source.ts'
import { createCombobox } from './combobox.ts'
import { createOptions, createOtherOption } from './option.ts'
import type { Parts } from './parts.ts'
import { onMove, place } from './placement.ts'
import { repeat, wait } from './service-request.ts'
import type { PickerStrings } from './strings.ts'

/** The pause after a key before the search starts. The first key has none. */
const typingPauseMs = 60

/** What the list needs from the picker. */
export interface ListOwner {
  texts(): PickerStrings
  /** The text to search for: empty for the best-known banks. */
  searchText(): string
  /** The user has chosen a bank, or the option that it is not listed. */
  choose(bank: FoundBank | undefined): void
  clear(): void
  submit(): void
  /** The list has opened or closed, other banks are shown, or the problem has changed. */
  changed(isFocused: boolean): void
}

export function createBankList(picker: HTMLElement, parts: Parts, owner: ListOwner) {
  const { input, field, toggle, popup, list, note, status } = parts
  let banks: FoundBank[] = []
  /** The length of the longest bank code in the last results; a guess before the first ones. */
  let codeDigits = 9
  /** The text whose results the list shows, or undefined before the first results. */
  let shownText: string | undefined
  /** The text whose results are being loaded. */
  let loadingText: string | undefined
  let problem = ''
  let choosesFirstResult = false
  let loading: AbortController | undefined
  let stopPlacing: () => void

  const choose = (index: number): void => owner.choose(banks[index])
  const combobox = createCombobox(input, {
    opened: () => {
      toggle.ariaExpanded = 'true'
      popup.showPopover()
      stopPlacing = onMove(() => place(popup, field))
      void load()
      showStatus()
      owner.changed(true)
    },
    closed: () => {
      toggle.ariaExpanded = 'false'
      popup.hidePopover()
      stopPlacing()
      choosesFirstResult = false
      showStatus()
      owner.changed(true)
    },
    choose,
    chooseLater: () => {
      choosesFirstResult = true
    },
    clear: owner.clear,
    submit: owner.submit,
  })
  toggle.addEventListener('click', () => {
    input.focus()
    if (combobox.isOpen) combobox.close()
    else combobox.open()
  })
  // Keep the focus in the field while the user presses on the list.
  for (const target of [popup, toggle]) target.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const option = (target as Element).closest('li')
    if (option) choose([...list.children].indexOf(option))
  })

  const isFocused = (): boolean => picker.shadowRoot?.activeElement === input

  function stopLoading(): void {
    loading?.abort()
    loadingText = undefined
    combobox.isLoading = false
  }

  /** Loads the banks for the text, unless they are shown or being loaded. */
  async function load(): Promise<void> {
    const text = owner.searchText()
    if (loadingText === text) return
    if (shownText === text) {
      stopLoading()
      show(banks, text)
      return
    }
    const isTyping = Boolean(loadingText ?? shownText)
    stopLoading()
    loading = new AbortController()
    const { signal } = loading
    loadingText = text
    combobox.isLoading = true
    if (isTyping) await wait(typingPauseMs, signal)
    const found = await repeat(
      async () => (mayBeAccount(text, codeDigits) ? [] : findBanks(text, selectionOf(picker), signal)),
      signal,
      failed,
    )
    if (signal.aborted) return
    stopLoading()
    if (!found) return
    problem = ''
    show(found, text)
    owner.changed(isFocused())
  }

  /** Returns whether to try again: only while the user is in the field. */
  function failed({ message }: Error, isTemporary: boolean): boolean {
    const texts = owner.texts()
    problem = isTemporary ? texts.retrying : texts.failed
    // biome-ignore lint/suspicious/noConsole: the developer of the page needs the sentence of the service.
    if (!isTemporary) console.error(`<bank-picker>: ${message}`)
    showStatus()
    owner.changed(isFocused())
    return isFocused()
  }

  function show(found: FoundBank[], text: string | undefined): void {
    banks = found
    if (banks[0]) codeDigits = codeDigitsOf(banks)
    shownText = text
    const texts = owner.texts()
    const options = createOptions(banks, texts, picker)
    if (picker.hasAttribute('not-listed') && text !== undefined)
      options.push(createOtherOption(texts.notListed, options.length))
    list.replaceChildren(...options)
    list.hidden = options.length === 0
    combobox.setOptions(options, text && banks[0] ? 0 : -1)
    showStatus()
    if (!choosesFirstResult || text === undefined) return
    choosesFirstResult = false
    if (banks[0]) choose(0)
  }

  function showStatus(): void {
    const [text, isOnlyForScreenReaders = false] = combobox.isOpen ? statusText() : ['']
    status.textContent = note.textContent = text
    note.hidden = isOnlyForScreenReaders || !text
    if (combobox.isOpen) place(popup, field)
  }

  function statusText(): [text: string, isOnlyForScreenReaders?: boolean] {
    const texts = owner.texts()
    const { length } = banks
    if (problem) return [problem]
    if (shownText === undefined) return [texts.loading]
    if (length === 0) return [shownText ? texts.none(shownText) : texts.placeholder]
    return length < shownMax ? [texts.count(length), true] : [texts.more(length)]
  }

  return {
    /** Why the banks cannot be loaded. Empty if they can. */
    get problem() {
      return problem
    },
    isOpen: () => combobox.isOpen,
    open: combobox.open,
    close: combobox.close,
    /** Opens the list for a text that the user is typing. */
    search: (): void => {
      choosesFirstResult = false
      combobox.open()
      void load()
    },
    load,
    stopLoading,
    /** Removes the banks, because the selection has changed. */
    reset: (): void => {
      stopLoading()
      problem = ''
      show([], undefined)
      if (combobox.isOpen) void load()
    },
    /** Returns the bank that the user has reached with the arrow keys. */
    bankByArrow: (): FoundBank | undefined => banks[combobox.chosenByArrow()],
    /** Returns the bank that has this name, if only one has it. */
    bankByName: (text: string): FoundBank | undefined => {
      const [bank, other] = banks.filter(({ name }) => name.toLowerCase() === text.toLowerCase())
      return other ? undefined : bank
    },
  }
}
