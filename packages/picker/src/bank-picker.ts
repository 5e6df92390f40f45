/** `<bank-picker>`: a form field in which the user finds a bank by name or code. */

import {
  type Bank,
  type BankSelection,
  type FoundBank,
  findBanks,
  findByValue,
  formValueOf,
  RequestError,
  shownMax,
  type ValueField,
} from './bank-source.ts'
import { Combobox } from './combobox.ts'
import { createOption, createOtherOption } from './option.ts'
import { onMove, place } from './placement.ts'
import { type PickerStrings, strings, stringsFor } from './strings.ts'
import { styleSheet } from './style.ts'

export { getJson, RequestError } from './bank-source.ts'

/** Waiting times before another attempt, in milliseconds. The last one repeats. */
export const retriesMs = [1000, 2000, 5000, 10_000]

/** Waits so long after a key before it searches, unless the text was empty before. */
const typingPauseMs = 60

const sheet = styleSheet()

export class BankPicker extends HTMLElement {
  static formAssociated = true
  static observedAttributes = [
    'country',
    'scheme',
    'types',
    'value-field',
    'base-url',
    'placeholder',
    'required',
    'value',
    'lang',
    'aria-label',
    'aria-description',
  ]
  static shadowRootOptions = { mode: 'open', delegatesFocus: true } as const

  /** The texts by language. */
  static strings: Record<string, PickerStrings> = strings

  #internals = this.attachInternals()
  #input = element('input', {
    part: 'input',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'list',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    enterkeyhint: 'done',
  })
  #toggle = element('button', { part: 'toggle', type: 'button', tabindex: '-1', 'aria-controls': 'list' })
  #popup = element('div', { class: 'popup', part: 'list', popover: 'manual' })
  #note = element('p', { class: 'note', part: 'status', 'aria-hidden': 'true' })
  #list = element('ul', { id: 'list', role: 'listbox' })
  #status = element('div', { class: 'status', role: 'status' })
  #field = element('div', { class: 'field' }, this.#input, this.#toggle)
  #combobox: Combobox

  /** The chosen bank. Undefined if none is chosen, or if only its value is known yet. */
  #bank: Bank | undefined
  #value = ''
  /** The value at the last `change` event. */
  #reported = ''
  #banks: FoundBank[] = []
  /** The text whose results the list shows, or undefined before the first results. */
  #shownText: string | undefined
  #choosesFirstResult = false
  #loading: AbortController | undefined
  #lookingUp: AbortController | undefined
  #stopPlacing: (() => void) | undefined

  constructor() {
    super()
    const root = this.attachShadow(BankPicker.shadowRootOptions)
    root.adoptedStyleSheets = [sheet]
    this.#popup.append(this.#note, this.#list)
    root.append(this.#field, this.#popup, this.#status)
    this.#combobox = new Combobox(this.#input, {
      open: () => this.#opened(),
      closed: () => this.#closed(),
      choose: (index) => this.#chooseOption(index),
      chooseLater: () => {
        this.#choosesFirstResult = true
      },
      clear: () => this.#clear(),
      submit: () => this.#internals.form?.requestSubmit(),
    })
    this.#input.addEventListener('input', () => this.#typed())
    this.#input.addEventListener('focus', () => this.#focused())
    this.#input.addEventListener('click', () => this.#combobox.open())
    this.#input.addEventListener('blur', () => this.#left())
    this.#toggle.addEventListener('click', () => {
      if (this.#combobox.isOpen) this.#combobox.close()
      else this.#combobox.open()
      this.#input.focus()
    })
    // Keep the focus in the field while the user presses on the list.
    for (const target of [this.#popup, this.#toggle]) {
      target.addEventListener('pointerdown', (event) => event.preventDefault())
      target.addEventListener('mousedown', (event) => event.preventDefault())
    }
    this.#list.addEventListener('click', ({ target }) => {
      const option = (target as Element).closest('li')
      if (option) this.#chooseOption([...this.#list.children].indexOf(option))
    })
    this.addEventListener('invalid', () => this.#markInvalid())
  }

  connectedCallback(): void {
    this.#label()
    this.#validate()
  }

  disconnectedCallback(): void {
    this.#combobox.close()
    this.#loading?.abort()
    this.#lookingUp?.abort()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return
    if (name === 'value') {
      if (this.#reported === this.#value && this.#value === (before ?? '')) this.value = after ?? ''
    } else if (['country', 'scheme', 'types', 'value-field', 'base-url'].includes(name)) {
      this.#loading?.abort()
      this.#showBanks([], undefined)
      if (this.#bank) this.value = ''
      else if (this.#value) this.value = this.#value
      if (this.#combobox.isOpen) void this.#load()
    }
    this.#label()
    this.#validate()
  }

  // The properties of a form field.

  get value(): string {
    return this.#value
  }

  set value(value: string) {
    this.#lookingUp?.abort()
    this.#bank = undefined
    this.#setValue(value, value)
    this.#reported = value
    if (value) void this.#lookUp(value)
  }

  /** The chosen bank, if its data is loaded. */
  get bank(): Bank | undefined {
    return this.#bank
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form
  }

  get labels(): NodeList {
    return this.#internals.labels
  }

  get validity(): ValidityState {
    return this.#internals.validity
  }

  get validationMessage(): string {
    return this.#internals.validationMessage
  }

  get willValidate(): boolean {
    return this.#internals.willValidate
  }

  get type(): string {
    return 'bank-picker'
  }

  get name(): string {
    return this.getAttribute('name') ?? ''
  }

  set name(name: string) {
    this.setAttribute('name', name)
  }

  get required(): boolean {
    return this.hasAttribute('required')
  }

  set required(isRequired: boolean) {
    this.toggleAttribute('required', isRequired)
  }

  get disabled(): boolean {
    return this.hasAttribute('disabled')
  }

  set disabled(isDisabled: boolean) {
    this.toggleAttribute('disabled', isDisabled)
  }

  get country(): string {
    return this.getAttribute('country') ?? ''
  }

  set country(country: string) {
    this.setAttribute('country', country)
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#input.disabled = isDisabled
    this.#toggle.disabled = isDisabled
    if (isDisabled) this.#combobox.close()
  }

  formResetCallback(): void {
    this.value = this.getAttribute('value') ?? ''
    this.#input.removeAttribute('aria-invalid')
  }

  formStateRestoreCallback(state: string | File | FormData | null): void {
    if (typeof state !== 'string') return
    const [value = '', text = value] = state.split('\n')
    this.value = value
    this.#input.value = text
  }

  // The list.

  #opened(): void {
    this.#toggle.ariaExpanded = 'true'
    this.#popup.showPopover()
    const update = (): void => place(this.#popup, this.#field)
    this.#stopPlacing = onMove(update)
    if (this.#isCurrent()) this.#showBanks(this.#banks, this.#shownText)
    else void this.#load()
    update()
  }

  #closed(): void {
    this.#toggle.ariaExpanded = 'false'
    this.#popup.hidePopover()
    this.#stopPlacing?.()
    this.#say('')
    this.#choosesFirstResult = false
  }

  /** The text to search for: empty for the best-known banks, also while the field shows the chosen bank. */
  #searchText(): string {
    const text = this.#input.value.trim()
    return this.#value !== '' ? '' : text
  }

  #isCurrent(): boolean {
    return this.#shownText === this.#searchText()
  }

  async #load(): Promise<void> {
    this.#loading?.abort()
    this.#loading = new AbortController()
    const { signal } = this.#loading
    this.#combobox.isLoading = true
    const text = this.#searchText()
    const isFirstKey = !this.#shownText
    if (this.#shownText === undefined) this.#say(this.#strings.loading)
    if (!isFirstKey) await wait(typingPauseMs, signal)
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        const banks = await findBanks(text, this.#selection, signal)
        if (!signal.aborted) this.#showBanks(banks, text)
        return
      } catch (error) {
        if (signal.aborted) return
        const { retryAfterMs, message } = error as RequestError
        if (!(error instanceof RequestError) || retryAfterMs === undefined) {
          this.#say(this.#strings.failed)
          // biome-ignore lint/suspicious/noConsole: the developer of the page needs the sentence of the service.
          console.error(`<bank-picker>: ${message}`)
          return
        }
        this.#say(this.#strings.retrying)
        await wait(Math.max(retryAfterMs, retriesMs[attempt] ?? 10_000), signal, 'online')
      }
    }
  }

  #showBanks(banks: FoundBank[], text: string | undefined): void {
    this.#banks = banks
    this.#shownText = text
    const texts = this.#strings
    const options = banks.map((bank, index) =>
      createOption(bank, index, { banks, texts, showsCountry: this.#showsCountry, language: this.lang }),
    )
    if (this.hasAttribute('not-listed') && text !== undefined)
      options.push(createOtherOption(texts.notListed, options.length))
    this.#list.replaceChildren(...options)
    this.#list.hidden = options.length === 0
    this.#combobox.setOptions(options, text ? 0 : -1)
    if (text !== undefined && this.#combobox.isOpen) {
      if (banks.length === 0) this.#say(text ? texts.none(text) : '')
      else
        this.#say(
          banks.length < shownMax ? texts.count(banks.length) : texts.more(banks.length),
          banks.length < shownMax,
        )
      place(this.#popup, this.#field)
    }
    if (this.#choosesFirstResult && text !== undefined) {
      this.#choosesFirstResult = false
      if (banks.length > 0) this.#chooseOption(0)
    }
  }

  /** `isQuiet`: only for screen readers. */
  #say(text: string, isQuiet = false): void {
    this.#status.textContent = text
    this.#note.textContent = text
    this.#note.hidden = isQuiet || text === ''
  }

  // What the user does.

  #focused(): void {
    this.#label()
    if (!this.#isCurrent()) void this.#load()
  }

  #typed(): void {
    this.#lookingUp?.abort()
    this.#bank = undefined
    this.#setValue('', this.#input.value)
    this.#choosesFirstResult = false
    this.#combobox.open()
    void this.#load()
  }

  #left(): void {
    const { active, isChosenByArrow } = this.#combobox
    if (isChosenByArrow && active < this.#banks.length) this.#chooseOption(active)
    else if (!this.#value) this.#chooseByName()
    this.#combobox.close()
    this.#loading?.abort()
    this.#report()
    this.#markInvalid()
  }

  /** Chooses the bank whose name the user has typed in full, if only one has that name. */
  #chooseByName(): void {
    const text = this.#input.value.trim().toLowerCase()
    const [bank, other] = this.#banks.filter(({ name }) => name.toLowerCase() === text)
    if (bank && !other) this.#choose(bank)
  }

  #chooseOption(index: number): void {
    const bank = this.#banks[index]
    if (bank) {
      this.#choose(bank)
      this.#report()
    } else
      this.dispatchEvent(
        new CustomEvent('bank-not-listed', { bubbles: true, composed: true, detail: { text: this.#input.value } }),
      )
    this.#combobox.close()
  }

  #choose(bank: Bank): void {
    const { matched, ...plain } = bank as FoundBank
    this.#bank = plain
    this.#setValue(formValueOf(plain, this.#selection), plain.name)
    this.#input.removeAttribute('aria-invalid')
    this.dispatchEvent(new CustomEvent('bank-select', { bubbles: true, composed: true, detail: plain }))
  }

  #clear(): void {
    this.value = ''
    this.#reported = 'cleared'
    this.#report()
  }

  /** Sends the `input` and `change` events if the value has changed. */
  #report(): void {
    if (this.#reported === this.#value) return
    this.#reported = this.#value
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    this.dispatchEvent(new Event('change', { bubbles: true }))
  }

  // Value and validity.

  /** Finds the bank of a value that the page has set, to show its name. */
  async #lookUp(value: string): Promise<void> {
    this.#lookingUp = new AbortController()
    const { signal } = this.#lookingUp
    const bank = await findByValue(value, this.#selection, signal).catch(() => undefined)
    if (signal.aborted || !bank) return
    this.#bank = bank
    this.#setValue(value, bank.name)
  }

  #setValue(value: string, text: string): void {
    this.#value = value
    if (this.#input.value !== text) this.#input.value = text
    this.#internals.setFormValue(value || null, `${value}\n${text}`)
    this.#validate()
  }

  #validate(): void {
    const texts = this.#strings
    const isUnchosen = this.#value === '' && this.#input.value.trim() !== ''
    if (isUnchosen) this.#internals.setValidity({ badInput: true }, texts.unchosen, this.#input)
    else if (this.required && this.#value === '')
      this.#internals.setValidity({ valueMissing: true }, texts.required, this.#input)
    else this.#internals.setValidity({})
  }

  #markInvalid(): void {
    const isInvalid = !this.#internals.validity.valid
    if (isInvalid) this.#input.ariaInvalid = 'true'
    else this.#input.removeAttribute('aria-invalid')
  }

  /** Gives the inner field the name and texts of the outer one. */
  #label(): void {
    const texts = this.#strings
    const labels = [...this.#internals.labels].map(({ textContent }) => textContent?.trim())
    this.#input.ariaLabel = this.ariaLabel || labels.join(' ') || texts.list
    this.#input.ariaDescription = this.ariaDescription
    this.#input.placeholder = this.getAttribute('placeholder') ?? texts.placeholder
    this.#input.ariaRequired = String(this.required)
    this.#list.ariaLabel = texts.list
    this.#toggle.ariaLabel = texts.toggle
  }

  get #strings(): PickerStrings {
    return stringsFor(this)
  }

  get #showsCountry(): boolean {
    return new Set(this.#banks.map(({ country }) => country)).size > 1
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

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: Node[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value)
  created.append(...children)
  return created
}

/** Waits until the time is over, the window fires `event`, or the signal is aborted. */
export function wait(ms: number, signal: AbortSignal, event?: string): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      if (event) removeEventListener(event, end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (event) addEventListener(event, end)
    signal.addEventListener('abort', end, { once: true })
  })
}

declare global {
  interface HTMLElementTagNameMap {
    'bank-picker': BankPicker
  }
}

if (!customElements.get('bank-picker')) customElements.define('bank-picker', BankPicker)
