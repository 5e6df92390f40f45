/** `<bank-picker>`: a form field in which the user finds a bank by name or code. */
import type { Bank } from '../../client/src/types.ts'
import {
  type BankSelection,
  codeDigitsOf,
  type FoundBank,
  findBanks,
  findByValue,
  formValueOf,
  mayBeAccount,
  shownMax,
  type ValueField,
} from './bank-source.ts'
import { Combobox } from './combobox.ts'
import { fieldSheet } from './field-style.ts'
import { FormField } from './form-field.ts'
import { createOption, createOtherOption } from './option.ts'
import { createParts } from './parts.ts'
import { onMove, place } from './placement.ts'
import { repeat, wait } from './repeated-request.ts'
import { languageOf, type PickerStrings, strings, stringsFor } from './strings.ts'
import { styleSheet } from './style.ts'

// For `bank-account-form.ts`, which is a script of its own and loads this one.
export { getJson, requireShape, requireTexts, textOrNull } from './bank-source.ts'
export { createStyleSheet, fieldSheet } from './field-style.ts'
export { FormField } from './form-field.ts'
export { countryText } from './option.ts'
export { element } from './parts.ts'
export { repeat } from './repeated-request.ts'
export { languageOf } from './strings.ts'
export type { Bank, PickerStrings }

/** The pause after a key before the search starts. The first key has none. */
const typingPauseMs = 60

/** How often the bank of a value is looked up to show its name. The form has the value anyway. */
const lookupAttemptsMax = 4

const selectionAttributes = ['country', 'scheme', 'types', 'value-field', 'base-url']

const sheet = styleSheet()

export class BankPicker extends FormField {
  static observedAttributes = [...selectionAttributes, 'placeholder', 'required', 'value', 'lang', 'aria-label']
  static shadowRootOptions = { mode: 'open', delegatesFocus: true } as const

  /** The texts by language. */
  static strings: Record<string, Partial<PickerStrings>> = strings

  #parts = createParts()
  #input = this.#parts.input
  #combobox: Combobox
  #strings: Partial<PickerStrings> | undefined

  /** The chosen bank. Undefined if none is chosen, or if only its value is known yet. */
  #bank: Bank | undefined
  #value = ''
  /** The value at the last `change` event. */
  #reported = ''
  /** Whether the user or a script has changed the value, so that the attribute `value` no longer sets it. */
  #isDirty = false
  #customError = ''
  #banks: FoundBank[] = []
  /** The most digits that a bank code has, as far as is known. */
  #codeDigits = 9
  /** The text whose results the list shows, or undefined before the first results. */
  #shownText: string | undefined
  /** The text whose results are being loaded. */
  #loadingText: string | undefined
  /** Why the list cannot be loaded. Empty if it can. */
  #problem = ''
  #choosesFirstResult = false
  #loading: AbortController | undefined
  #lookingUp: AbortController | undefined
  #stopPlacing: (() => void) | undefined

  constructor() {
    super()
    const { field, toggle, popup, list, status } = this.#parts
    const root = this.attachShadow(BankPicker.shadowRootOptions)
    root.adoptedStyleSheets = [fieldSheet, sheet]
    root.append(field, popup, status)
    const input = this.#input
    this.#combobox = new Combobox(input, {
      opened: () => this.#opened(),
      closed: () => this.#closed(),
      choose: (index) => this.#chooseOption(index),
      chooseLater: () => {
        this.#choosesFirstResult = true
      },
      clear: () => this.#clear(),
      submit: () => this.submitForm(),
    })
    input.addEventListener('input', (event) => {
      // The page gets an event only if the value of the field changes.
      event.stopPropagation()
      this.#typed()
    })
    input.addEventListener('focus', () => {
      this.#label()
      void this.#load()
      if (!this.#bank) void this.#lookUp()
    })
    input.addEventListener('click', () => {
      // The next key replaces a chosen name.
      if (this.#value) input.select()
      this.#combobox.open()
    })
    input.addEventListener('blur', () => this.#left())
    toggle.addEventListener('click', () => {
      input.focus()
      if (this.#combobox.isOpen) this.#combobox.close()
      else this.#combobox.open()
    })
    // Keep the focus in the field while the user presses on the list.
    for (const target of [popup, toggle]) target.addEventListener('mousedown', (event) => event.preventDefault())
    list.addEventListener('click', ({ target }) => {
      const option = (target as Element).closest('li')
      if (option) this.#chooseOption([...list.children].indexOf(option))
    })
    this.addEventListener('invalid', () => {
      input.ariaInvalid = 'true'
    })
    // A click on a label is sent to the element itself.
    this.addEventListener('click', (event) => {
      if (event.composedPath()[0] === this) input.focus()
    })
  }

  connectedCallback(): void {
    this.applyEarlyProperties(['value', 'strings', 'country', 'name', 'required', 'disabled'])
    this.#label()
    this.#validate()
    void this.#lookUp()
  }

  disconnectedCallback(): void {
    this.#combobox.close()
    this.#stopLoading()
    this.#lookingUp?.abort()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return
    if (name === 'value') {
      if (!this.#isDirty) this.#assign(after ?? '')
    } else if (selectionAttributes.includes(name)) this.#selectionChanged(name)
    this.#label()
    this.#validate()
  }

  #selectionChanged(name: string): void {
    this.#stopLoading()
    this.#problem = ''
    this.#showBanks([], undefined)
    if (this.#bank && name !== 'base-url') this.#assign('')
    else void this.#lookUp()
    if (this.#combobox.isOpen) void this.#load()
  }

  get value(): string {
    return this.#value
  }

  set value(value: string) {
    this.#isDirty = true
    this.#assign(value)
  }

  /** The chosen bank, if its data is loaded. */
  get bank(): Bank | undefined {
    return this.#bank
  }

  get country(): string {
    return this.getAttribute('country') ?? ''
  }

  set country(country: string) {
    this.setAttribute('country', country)
  }

  /** Texts that replace those of the language. */
  get strings(): Partial<PickerStrings> | undefined {
    return this.#strings
  }

  set strings(texts: Partial<PickerStrings> | undefined) {
    this.#strings = texts
    this.#label()
    this.#validate()
  }

  setCustomValidity(message: string): void {
    this.#customError = message
    this.#validate()
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#input.disabled = isDisabled
    this.#parts.toggle.disabled = isDisabled
    if (isDisabled) this.#combobox.close()
  }

  formResetCallback(): void {
    this.#isDirty = false
    this.#combobox.close()
    this.#assign(this.getAttribute('value') ?? '')
    this.#input.removeAttribute('aria-invalid')
  }

  formStateRestoreCallback(state: string | File | FormData | null): void {
    const [value = '', text = value] = String(state ?? '').split('\n')
    this.value = value
    this.#setValue(value, text)
  }

  // The list.

  #opened(): void {
    const { popup, field, toggle } = this.#parts
    toggle.ariaExpanded = 'true'
    popup.showPopover()
    this.#stopPlacing = onMove(() => place(popup, field))
    void this.#load()
    this.#showStatus()
  }

  #closed(): void {
    this.#parts.toggle.ariaExpanded = 'false'
    this.#parts.popup.hidePopover()
    this.#stopPlacing?.()
    this.#choosesFirstResult = false
    this.#showStatus()
  }

  /** The text to search for: empty for the best-known banks, also while the field shows the chosen bank. */
  #searchText(): string {
    return this.#value ? '' : this.#input.value.trim()
  }

  #isCurrent(): boolean {
    return this.#shownText === this.#searchText()
  }

  get #isFocused(): boolean {
    return this.shadowRoot?.activeElement === this.#input
  }

  #stopLoading(): void {
    this.#loading?.abort()
    this.#loadingText = undefined
    this.#combobox.isLoading = false
  }

  async #load(): Promise<void> {
    const text = this.#searchText()
    if (this.#loadingText === text) return
    if (this.#isCurrent()) {
      this.#stopLoading()
      this.#showBanks(this.#banks, text)
      return
    }
    const isTyping = Boolean(this.#loadingText ?? this.#shownText)
    this.#stopLoading()
    this.#loading = new AbortController()
    const { signal } = this.#loading
    this.#loadingText = text
    this.#combobox.isLoading = true
    if (isTyping) await wait(typingPauseMs, signal)
    const banks = await repeat(
      async () => (mayBeAccount(text, this.#codeDigits) ? [] : findBanks(text, this.#selection, signal)),
      signal,
      (error, isTemporary) => this.#failed(error, isTemporary),
    )
    if (signal.aborted) return
    this.#stopLoading()
    if (!banks) return
    this.#problem = ''
    this.#showBanks(banks, text)
    this.#validate()
    if (!this.#isFocused) this.#chooseByName()
  }

  /** Returns whether to try again: only while the user is in the field. */
  #failed({ message }: Error, isTemporary: boolean): boolean {
    this.#problem = isTemporary ? this.#texts.retrying : this.#texts.failed
    // biome-ignore lint/suspicious/noConsole: the developer of the page needs the sentence of the service.
    if (!isTemporary) console.error(`<bank-picker>: ${message}`)
    this.#showStatus()
    this.#validate()
    return this.#isFocused
  }

  #showBanks(banks: FoundBank[], text: string | undefined): void {
    this.#banks = banks
    if (banks[0]) this.#codeDigits = codeDigitsOf(banks)
    this.#shownText = text
    const { list } = this.#parts
    const selection = this.#selection
    const options = banks.map((bank, index) =>
      createOption(bank, index, {
        banks,
        texts: this.#texts,
        showsCountry: !this.country || banks.some(({ country }) => country !== banks[0]?.country),
        language: languageOf(this),
        formValueOf: (other) => formValueOf(other, selection),
      }),
    )
    if (this.hasAttribute('not-listed') && text !== undefined)
      options.push(createOtherOption(this.#texts.notListed, options.length))
    list.replaceChildren(...options)
    list.hidden = options.length === 0
    this.#combobox.setOptions(options, text && banks.length > 0 ? 0 : -1)
    this.#showStatus()
    if (!this.#choosesFirstResult || text === undefined) return
    this.#choosesFirstResult = false
    if (banks.length > 0) this.#chooseOption(0)
  }

  #showStatus(): void {
    const { popup, field, note, status } = this.#parts
    const [text, isOnlyForScreenReaders = false] = this.#combobox.isOpen ? this.#statusText() : ['']
    status.textContent = text
    note.textContent = text
    note.hidden = isOnlyForScreenReaders || text === ''
    if (this.#combobox.isOpen) place(popup, field)
  }

  #statusText(): [text: string, isOnlyForScreenReaders?: boolean] {
    const texts = this.#texts
    const { length } = this.#banks
    if (this.#problem) return [this.#problem]
    if (this.#shownText === undefined) return [texts.loading]
    if (length === 0) return [this.#shownText ? texts.none(this.#shownText) : texts.placeholder]
    return length < shownMax ? [texts.count(length), true] : [texts.more(length)]
  }

  // What the user does.

  #typed(): void {
    this.#isDirty = true
    this.#lookingUp?.abort()
    this.#bank = undefined
    const hadValue = this.#value !== ''
    this.#setValue('', this.#input.value)
    if (hadValue) this.#send(new Event('input', { bubbles: true, composed: true }))
    this.#choosesFirstResult = false
    this.#combobox.open()
    void this.#load()
  }

  #left(): void {
    const { active, isChosenByArrow } = this.#combobox
    const bank = isChosenByArrow ? this.#banks[active] : undefined
    if (bank) this.#choose(bank)
    else this.#chooseByName()
    this.#combobox.close()
    // Results that arrive later can still complete a name that the user has typed in full.
    if (!this.#searchText()) this.#stopLoading()
    this.#report()
    if (this.validity.badInput) this.#input.ariaInvalid = 'true'
  }

  /** Chooses the bank whose name the user has typed in full, if only one has that name. */
  #chooseByName(): void {
    const text = this.#searchText().toLowerCase()
    const [bank, other] = this.#banks.filter(({ name }) => name.toLowerCase() === text)
    if (!bank || other) return
    this.#choose(bank)
    this.#report()
  }

  #chooseOption(index: number): void {
    const bank = this.#banks[index]
    const text = this.#input.value
    // Without a text, the form is valid unless a bank is required.
    if (bank) this.#choose(bank)
    else this.#clear()
    this.#combobox.close()
    this.#report()
    if (!bank) this.#send(new CustomEvent('bank-not-listed', { bubbles: true, composed: true, detail: { text } }))
  }

  #choose(bank: Bank): void {
    const { matched, ...plain } = bank as FoundBank
    this.#isDirty = true
    this.#bank = plain
    this.#setValue(formValueOf(plain, this.#selection), plain.name)
    this.#send(new CustomEvent('bank-select', { bubbles: true, composed: true, detail: plain }))
  }

  #clear(): void {
    this.#isDirty = true
    this.#lookingUp?.abort()
    this.#bank = undefined
    this.#setValue('', '')
    this.#report()
  }

  /** Sends the `input` and `change` events if the value has changed. */
  #report(): void {
    if (this.#reported === this.#value) return
    this.#reported = this.#value
    this.#send(new Event('input', { bubbles: true, composed: true }))
    this.#send(new Event('change', { bubbles: true }))
  }

  #send(event: Event): void {
    this.dispatchEvent(event)
  }

  // Value and validity.

  #assign(value: string): void {
    this.#lookingUp?.abort()
    this.#stopLoading()
    this.#bank = undefined
    this.#setValue(String(value ?? ''), String(value ?? ''))
    this.#reported = this.#value
    void this.#lookUp()
  }

  /** Finds the bank of a value that the page has set, to show its name. */
  async #lookUp(): Promise<void> {
    this.#lookingUp?.abort()
    const value = this.#value
    if (!value || !this.isConnected) return
    this.#lookingUp = new AbortController()
    const { signal } = this.#lookingUp
    // The page may set other attributes next.
    await Promise.resolve()
    const bank = await repeat(
      () => findByValue(value, this.#selection, signal),
      signal,
      (_error, _isTemporary, attempt) => attempt + 1 < lookupAttemptsMax,
    )
    if (signal.aborted || !bank) return
    this.#bank = bank
    this.#setValue(value, bank.name)
  }

  #setValue(value: string, text: string): void {
    this.#value = value
    if (this.#input.value !== text) this.#input.value = text
    this.internals.setFormValue(value || null, `${value}\n${text}`)
    this.#validate()
  }

  #validate(): void {
    const { unchosen, required } = this.#texts
    const isMissing = this.#value === ''
    const hasText = this.#input.value.trim() !== ''
    if (this.#customError) this.#setValidity({ customError: true }, this.#customError)
    else if (isMissing && hasText) this.#setValidity({ badInput: true }, this.#problem || unchosen)
    else if (isMissing && this.required) this.#setValidity({ valueMissing: true }, this.#problem || required)
    else {
      this.internals.setValidity({})
      this.#input.removeAttribute('aria-invalid')
    }
  }

  #setValidity(flags: ValidityStateFlags, message: string): void {
    this.internals.setValidity(flags, message, this.#input)
  }

  /** Gives the inner field the name and texts of the outer one. */
  #label(): void {
    const texts = this.#texts
    const { list, toggle } = this.#parts
    const input = this.#input
    const labels = [...this.labels] as Element[]
    input.ariaLabel = this.ariaLabel || labels.map(({ textContent }) => textContent?.trim()).join(' ') || texts.list
    // Browsers that support references into the page follow changes of these elements.
    // A label around the picker also contains the texts inside the picker, so its own text is the name instead.
    const isApart = labels[0] && !labels[0].contains(this)
    input.ariaLabelledByElements = this.ariaLabel ? null : (this.ariaLabelledByElements ?? (isApart ? labels : null))
    input.ariaDescribedByElements = this.ariaDescribedByElements
    input.placeholder = this.getAttribute('placeholder') ?? texts.placeholder
    input.ariaRequired = String(this.required)
    list.ariaLabel = texts.list
    toggle.ariaLabel = texts.toggle
  }

  get #texts(): PickerStrings {
    return { ...stringsFor(this, BankPicker.strings), ...this.#strings }
  }

  get #selection(): BankSelection {
    const scheme = this.getAttribute('scheme') ?? ''
    return {
      baseUrl: serviceUrlFor(this),
      country: this.country,
      scheme,
      types: this.getAttribute('types') ?? '',
      valueField: (this.getAttribute('value-field') as ValueField | null) ?? (scheme ? 'code' : 'id'),
    }
  }
}

/** The service that served this script. */
const scriptFolder = new URL('.', import.meta.url).href

/** Returns the URL of the service that the element uses, with a slash at the end. */
export const serviceUrlFor = (user: Element): string =>
  new URL(`${user.getAttribute('base-url') ?? scriptFolder}/`.replace(/\/+$/, '/'), document.baseURI).href

declare global {
  interface HTMLElementTagNameMap {
    'bank-picker': BankPicker
  }
}

if (!customElements.get('bank-picker')) customElements.define('bank-picker', BankPicker)
