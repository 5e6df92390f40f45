/** `<bank-picker>`: a form field in which the user finds a bank by name or code. */
import type { Bank } from '../../client/src/types.ts'
import { createBankList } from './bank-list.ts'
import { type FoundBank, findByValue, formValueOf, selectionOf } from './bank-source.ts'
import { defineElement, FormField } from './form-field.ts'
import { createParts, labelParts } from './parts.ts'
import { type PickerStrings, strings, stringsFor } from './strings.ts'
import { fieldSheet, pickerSheet } from './styles.ts'

// For `bank-account-form.ts`, which is a script of its own and loads this one.
export { defineElement, FormField } from './form-field.ts'
export { countryText } from './option.ts'
export { element } from './parts.ts'
export { getJson, repeat, requireShape, requireTexts, serviceUrlFor, text, textOrNull } from './service-request.ts'
export { languageOf } from './strings.ts'
export { createStyleSheet, fieldSheet } from './styles.ts'
export type { Bank, PickerStrings }

const selectionAttributes = ['country', 'scheme', 'types', 'value-field', 'base-url']

export class BankPicker extends FormField {
  static observedAttributes = [...selectionAttributes, 'placeholder', 'required', 'value', 'lang', 'aria-label']
  static shadowRootOptions = { mode: 'open', delegatesFocus: true } as const

  /** The texts by language. */
  static strings: Record<string, Partial<PickerStrings>> = strings

  #parts = createParts()
  #input = this.#parts.input
  #list = createBankList(this, this.#parts, {
    texts: () => this.#texts,
    searchText: () => this.#searchText(),
    choose: (bank) => this.#chooseOption(bank),
    clear: () => this.#clear(),
    submit: () => this.submitForm(),
    changed: (isFocused) => {
      this.#validate()
      if (!isFocused) this.#chooseByName()
    },
  })
  #strings: Partial<PickerStrings> | undefined

  /** The chosen bank. Undefined if none is chosen, or if only its value is known yet. */
  #bank: Bank | undefined
  #value = ''
  /** The value at the last `change` event. */
  #reported = ''
  /** Whether the user or a script has changed the value, so that the attribute `value` no longer sets it. */
  #isDirty = false
  #customError = ''
  #lookingUp: AbortController | undefined

  constructor() {
    super()
    const { input, field, popup, status, unseen } = this.#parts
    const root = this.attachShadow(BankPicker.shadowRootOptions)
    root.adoptedStyleSheets = [fieldSheet(), pickerSheet()]
    root.append(field, popup, status, unseen)
    input.addEventListener('input', (event) => this.#typed(event))
    input.addEventListener('focus', () => {
      this.#update()
      void this.#list.load()
      if (!this.#bank) void this.#lookUp()
    })
    input.addEventListener('click', () => {
      // The next key replaces a chosen name.
      if (this.#value) input.select()
      this.#list.open()
    })
    input.addEventListener('blur', () => this.#left())
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
    this.#update()
    void this.#lookUp()
  }

  disconnectedCallback(): void {
    this.#list.close()
    this.#list.stopLoading()
    this.#lookingUp?.abort()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return
    if (name === 'value' && !this.#isDirty) this.#assign(after ?? '')
    if (selectionAttributes.includes(name)) {
      if (this.#bank && name !== 'base-url') this.#assign('')
      else void this.#lookUp()
      this.#list.reset()
    }
    this.#update()
  }

  get value(): string {
    return this.#value
  }

  set value(value: string) {
    this.#isDirty = true
    // A framework sets the value that it got from an event, maybe while the user types.
    if (value === this.#value && (this.#bank || this.#reported !== value)) return
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
    this.#update()
  }

  setCustomValidity(message: string): void {
    this.#customError = message
    this.#validate()
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#input.disabled = isDisabled
    this.#parts.toggle.disabled = isDisabled
    if (isDisabled) this.#list.close()
  }

  formResetCallback(): void {
    this.#isDirty = false
    this.#list.close()
    this.#assign(this.getAttribute('value') ?? '')
    this.#input.removeAttribute('aria-invalid')
  }

  formStateRestoreCallback(state: string | File | FormData | null): void {
    const [value = '', text = value] = String(state ?? '').split('\n')
    this.value = value
    this.#setValue(value, text)
  }

  #typed(event: Event): void {
    // The page gets an event only if the value of the field changes.
    event.stopPropagation()
    this.#isDirty = true
    const hadValue = this.#value !== ''
    this.#setUnknown('', this.#input.value)
    if (hadValue) this.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    this.#list.search()
  }

  #left(): void {
    const bank = this.#list.bankByArrow()
    if (bank) this.#choose(bank)
    else this.#chooseByName()
    this.#list.close()
    // Results that arrive later can still complete a name that the user has typed in full.
    if (!this.#searchText()) this.#list.stopLoading()
    this.#report()
    if (this.validity.badInput) this.#input.ariaInvalid = 'true'
  }

  /** Chooses the bank whose name the user has typed in full, if only one has that name. */
  #chooseByName(): void {
    const bank = this.#list.bankByName(this.#searchText())
    if (!bank) return
    this.#choose(bank)
    this.#report()
  }

  /** Without a bank, the user has chosen that it is not listed. */
  #chooseOption(bank: FoundBank | undefined): void {
    const text = this.#input.value
    // Without a text, the form is valid unless a bank is required.
    if (bank) this.#choose(bank)
    else this.#clear()
    this.#list.close()
    this.#report()
    if (!bank) this.#send('bank-not-listed', { text })
  }

  #choose({ matched, ...bank }: FoundBank): void {
    this.#isDirty = true
    this.#bank = bank
    this.#setValue(formValueOf(bank, selectionOf(this)), bank.name)
    this.#send('bank-select', bank)
  }

  #clear(): void {
    this.#isDirty = true
    this.#setUnknown('', '')
    this.#report()
  }

  /** Sends the `input` and `change` events if the value has changed. */
  #report(): void {
    if (this.#reported === this.#value) return
    this.#reported = this.#value
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    this.dispatchEvent(new Event('change', { bubbles: true }))
  }

  #send(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }))
  }

  /** The text to search for: empty for the best-known banks, also while the field shows the chosen bank. */
  #searchText(): string {
    return this.#value ? '' : this.#input.value.trim()
  }

  #assign(value: string): void {
    this.#list.stopLoading()
    const text = String(value ?? '')
    this.#setUnknown(text, text)
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
    // Wait until the current script is done: it may set other attributes next.
    await Promise.resolve()
    const bank = await findByValue(value, selectionOf(this), signal)
    if (signal.aborted || !bank) return
    this.#bank = bank
    this.#setValue(value, bank.name)
  }

  /** Sets a value whose bank is not known. */
  #setUnknown(value: string, text: string): void {
    this.#lookingUp?.abort()
    this.#bank = undefined
    this.#setValue(value, text)
  }

  #setValue(value: string, text: string): void {
    this.#value = value
    if (this.#input.value !== text) this.#input.value = text
    this.internals.setFormValue(value || null, `${value}\n${text}`)
    this.#validate()
  }

  /** Updates the field after a change of attributes, labels or texts. */
  #update(): void {
    labelParts(this.#parts, this, this.#texts)
    this.#validate()
  }

  #validate(): void {
    const { unchosen, required } = this.#texts
    const customError = Boolean(this.#customError)
    const isMissing = !customError && this.#value === ''
    const badInput = isMissing && this.#input.value.trim() !== ''
    const valueMissing = isMissing && !badInput && this.required
    const message =
      badInput || valueMissing ? this.#list.problem || (badInput ? unchosen : required) : this.#customError
    // An anchor that is not visible hides the bubble of the browser, which would cover the first options.
    const anchor = this.#list.isOpen() ? this.#parts.unseen : this.#input
    this.internals.setValidity({ customError, badInput, valueMissing }, message, anchor)
    if (!message) this.#input.removeAttribute('aria-invalid')
  }

  get #texts(): PickerStrings {
    return { ...stringsFor(this, BankPicker.strings), ...this.#strings }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'bank-picker': BankPicker
  }
}

defineElement('bank-picker', BankPicker)
