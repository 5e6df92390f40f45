/**
 * `<bank-account-form>`: the fields of a bank account or a wallet in a country. What the user types leaves the page only
 * when the form is submitted, in a POST request that checks the account.
 */
import type { CheckedAccount, PaymentMethod } from '../../client/src/types.ts'
import { AccountRow, part } from './account-row.ts'
import { type AccountDetails, readChecked, readCountries, readMethods } from './account-source.ts'
import { type AccountFormStrings, accountStrings, accountStringsFor } from './account-strings.ts'
import { accountSheet } from './account-style.ts'
import { grouped } from './account-value.ts'
import {
  countryText,
  element,
  FormField,
  fieldSheet,
  getJson,
  languageOf,
  repeat,
  serviceUrlFor,
} from './bank-picker.ts'

export type { AccountField, CheckedAccount, CheckedField, Verdict as AccountVerdict } from '../../client/src/types.ts'
export type { AccountDetails } from './account-source.ts'
export type { AccountFormStrings } from './account-strings.ts'

/** How often and how long the check waits for the service, because the user waits for the check. */
const checkRetriesMax = 3
const checkWaitMaxMs = 5000

export class BankAccountForm extends FormField {
  static observedAttributes = ['country', 'countries', 'method', 'base-url', 'lang', 'name', 'required', 'aria-label']

  /** The texts by language. */
  static strings = accountStrings

  #countryMenu = menu('country')
  #methodMenu = menu('method')
  #rowList = part('fields')
  #button = element('button', { class: 'button', part: 'button' })
  #output = part('result')
  #fieldset = element('fieldset', {})

  #country = ''
  #methodId = ''
  #methods: PaymentMethod[] = []
  #rows: AccountRow[] = []
  /** Values for the fields that are not loaded yet. Undefined before a script or the attributes set the first value. */
  #pending: AccountDetails['fields'] | undefined
  /** The details in the last `account-change` event, as JSON. */
  #reported = ''
  /** The details that may be submitted, as JSON: they were checked, or the check failed. */
  #passed = ''
  #loading: AbortController | undefined
  #checking: AbortController | undefined
  #leavingForm: AbortController | undefined

  constructor() {
    super()
    this.#output.role = 'status'
    this.#output.tabIndex = -1
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [fieldSheet, accountSheet]
    // An inner form, so that Enter in a field submits. It sends nothing itself.
    const form = element('form', { autocomplete: 'off', novalidate: '' }, this.#fieldset)
    this.#fieldset.append(this.#countryMenu.row, this.#methodMenu.row, this.#rowList, this.#output, this.#button)
    root.append(form)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      event.stopPropagation()
      if (this.form) this.submitForm()
      else void this.check()
    })
    this.#countryMenu.select.addEventListener('change', () => {
      this.#country = this.#countryMenu.select.value
      this.#methodId = ''
      void this.#load()
      this.#send('account-change', this.value)
    })
    this.#methodMenu.select.addEventListener('change', () => {
      this.#methodId = this.#methodMenu.select.value
      this.#showMethod()
      this.#send('account-change', this.value)
    })
    this.addEventListener('invalid', () => this.#showErrors())
  }

  connectedCallback(): void {
    this.applyEarlyProperties(['value', 'name', 'required', 'disabled'])
    if (!this.#pending) this.formResetCallback()
    // A form that was moved keeps its fields.
    else if (!this.#rows[0]) void this.#load()
  }

  disconnectedCallback(): void {
    this.#loading?.abort()
    this.#checking?.abort()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // Before the first connection, a value that a script has set comes first.
    if (before === after || !(this.isConnected || this.#rows[0])) return
    if (name === 'lang') {
      this.#pending ??= {}
      // The text as the user sees it, except for separators, which the new field adds again.
      for (const { field, control, value } of this.#rows) this.#pending[field.key] = field.group ? value : control.value
      void this.#load()
    } else if (['country', 'countries', 'method', 'base-url'].includes(name)) this.formResetCallback()
    else this.#update()
  }

  // The properties of a form field.

  /** The account, as `POST /v1/accounts/check` accepts it. */
  get value(): AccountDetails {
    const filled = this.#rows.map(({ field, value }) => [field.key, value]).filter(([, value]) => value)
    return { country: this.#country, method: this.#methodId, fields: Object.fromEntries(filled) }
  }

  /** What is missing comes from the attributes, so null resets the form. */
  set value(details: Partial<AccountDetails> | null) {
    const read = (name: 'country' | 'method') => (details?.[name] ?? this.getAttribute(name) ?? '').toLowerCase()
    this.#country = read('country')
    this.#methodId = read('method')
    this.#pending = { ...details?.fields }
    void this.#load()
  }

  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#leavingForm?.abort()
    this.#leavingForm = new AbortController()
    // Before the listeners of the page, which expect a checked account.
    form?.addEventListener('submit', (event) => this.#submitting(event, form), {
      capture: true,
      signal: this.#leavingForm.signal,
    })
    this.#label()
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#fieldset.disabled = isDisabled
  }

  formResetCallback(): void {
    this.value = null
  }

  formStateRestoreCallback(state: string | File | FormData | null): void {
    this.value = JSON.parse(String(state))
  }

  // Menus and fields.

  async #load(): Promise<void> {
    this.#loading?.abort()
    this.#loading = new AbortController()
    const { signal } = this.#loading
    this.#showMethods([])
    // The page may still set attributes.
    if (!this.isConnected) return
    await this.#loadCountries(signal)
    if (this.#country) await this.#loadMethods(signal)
    if (!signal.aborted) this.#update()
  }

  async #loadCountries(signal: AbortSignal): Promise<void> {
    const { row, select } = this.#countryMenu
    const listed = this.getAttribute('countries')
    row.hidden = listed === null && this.hasAttribute('country')
    if (row.hidden) return
    let codes: string[] = listed?.toUpperCase().match(/[A-Z]{2}/g) ?? []
    const isAll = codes.length === 0
    if (isAll) {
      codes = (await this.#request('v1/supported-countries/', readCountries, signal, this.#loadFailed)) ?? []
    }
    const options = codes.map((code) => new Option(countryText(code, this.#language), code.toLowerCase()))
    if (isAll) options.sort((a, b) => a.text.localeCompare(b.text, this.#language))
    select.replaceChildren(new Option(this.#texts.choose, ''), ...options)
    select.value = this.#country
  }

  async #loadMethods(signal: AbortSignal): Promise<void> {
    const path = `v1/account-requirements?country=${encodeURIComponent(this.#country)}`
    const methods = await this.#request(path, readMethods, signal, this.#loadFailed)
    if (methods && !signal.aborted) this.#showMethods(methods)
  }

  /**
   * `read` returns what the form needs of the response, or throws. `failed` returns whether to try again. With `body`,
   * the request is a POST.
   */
  #request<Result>(
    path: string,
    read: (body: unknown) => Result,
    signal: AbortSignal,
    failed: Parameters<typeof repeat>[2],
    body?: AccountDetails,
  ): Promise<Result | undefined> {
    const service = { baseUrl: serviceUrlFor(this) }
    return repeat(async () => read(await getJson(path, service, signal, body)), signal, failed)
  }

  #loadFailed = (error: Error, isTemporary: boolean): boolean => {
    this.#say(isTemporary ? this.#texts.retrying : this.#texts.failed)
    if (!isTemporary) this.#report(error)
    this.#update()
    return true
  }

  #showMethods(methods: PaymentMethod[]): void {
    const { row, select } = this.#methodMenu
    this.#methods = methods
    select.replaceChildren(...methods.map(({ id, label }) => new Option(label, id)))
    const isKnown = methods.some(({ id }) => id === this.#methodId)
    if (methods[0] && !isKnown) this.#methodId = methods[0].id
    select.value = this.#methodId
    row.hidden = methods.length < 2 || (isKnown && this.#methodId === this.getAttribute('method'))
    this.#showMethod()
  }

  #showMethod(): void {
    const method = this.#methods.find(({ id }) => id === this.#methodId)
    const texts = this.#texts
    const context = {
      texts,
      isTranslated: !this.#language.startsWith('en'),
      country: this.#country,
      baseUrl: serviceUrlFor(this),
      changed: () => this.#changed(),
    }
    this.#rows = method?.fields.map((field) => new AccountRow(field, context)) ?? []
    const note = method?.note ? [part('note', method.note)] : []
    this.#rowList.replaceChildren(...this.#rows.map(({ root }) => root), ...note)
    if (method) {
      for (const row of this.#rows) row.value = this.#pending?.[row.field.key] ?? ''
      this.#pending = {}
    }
    this.#reported = this.#json
    this.#say('')
    this.#update()
  }

  #changed(): void {
    if (this.#json !== this.#reported) {
      this.#reported = this.#json
      this.#checking?.abort()
      this.#checking = undefined
      for (const row of this.#rows) row.forgetChecked()
      this.#say('')
      this.#send('account-change', this.value)
    }
    this.#update()
  }

  // Submission.

  #submitting(event: SubmitEvent, form: HTMLFormElement): void {
    if (this.#fieldset.disabled || this.#isIgnored || this.#passed === this.#json) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (this.#checking) return
    const submitter = event.submitter as HTMLButtonElement | null
    void this.check().then((result) => {
      if (result && this.#passed) form.requestSubmit(submitter?.form === form ? submitter : null)
    })
  }

  /** Checks the account and shows the result. Returns undefined if a field has an error, or if the check fails. */
  async check(): Promise<CheckedAccount | undefined> {
    const wrong = this.#showErrors()
    wrong?.control.focus()
    if (wrong || !this.#rows[0]) return undefined
    this.#checking?.abort()
    this.#checking = new AbortController()
    const { signal } = this.#checking
    this.#say(this.#texts.checking)
    const failed = (error: Error & { retryAfterMs?: number }, isTemporary: boolean, attempt: number): boolean => {
      const isRepeated = isTemporary && attempt < checkRetriesMax && (error.retryAfterMs ?? 0) <= checkWaitMaxMs
      if (isRepeated) this.#say(this.#texts.retrying)
      else this.#checkFailed(error)
      return isRepeated
    }
    const result = await this.#request('v1/accounts/check', readChecked, signal, failed, this.value)
    if (signal.aborted) return undefined
    this.#checking = undefined
    if (result) this.#showResult(result)
    return result
  }

  #checkFailed(error: Error): void {
    this.#report(error)
    const mayContinue = this.#send('account-check-failed', { message: error.message })
    const { unchecked, submitAgain } = this.#texts
    this.#say(this.form && mayContinue ? `${unchecked} ${submitAgain}` : unchecked)
    if (mayContinue) this.#passed = this.#json
  }

  #showResult(result: CheckedAccount): void {
    const { verdict, fields, bank, bic, iban, iban_note, note } = result
    for (const row of this.#rows) row.showChecked(fields[row.field.key])
    const texts = this.#texts
    const lines = [
      part(`verdict ${verdict}`, texts.verdicts[verdict]),
      bank && part('bank', `${texts.bank}: ${[bank.name, bic].filter(Boolean).join(', ')}`),
      iban && part('iban', `IBAN: ${grouped(iban, { sizes: [4], separator: ' ' })}`),
      ...[iban_note, note].map((text) => text && part('note', text)),
    ]
    this.#output.replaceChildren(...(lines.filter(Boolean) as HTMLElement[]))
    const isAccepted = this.#send('account-checked', result)
    this.#passed = isAccepted && verdict !== 'invalid' ? this.#json : ''
    this.#update()
    if (verdict === 'invalid') this.#rows.find(({ error }) => error)?.control.focus()
  }

  /** Shows all errors. Returns the first field that has one. */
  #showErrors(): AccountRow | undefined {
    for (const row of this.#rows) row.showError()
    return this.#rows.find(({ error }) => error)
  }

  // Value, validity and texts.

  /** Whether the form is optional and the user has left it empty. */
  get #isIgnored(): boolean {
    return !this.required && this.#rows.every(({ isEmpty }) => isEmpty)
  }

  #update(): void {
    const { country, method, fields } = this.value
    const data = new FormData()
    const { name } = this
    if (name && Object.keys(fields).length > 0) {
      data.set(`${name}[country]`, country)
      data.set(`${name}[method]`, method)
      for (const [key, value] of Object.entries(fields)) data.set(`${name}[fields][${key}]`, value)
    }
    // Browsers store the state with the history of the tab, so it has no account number.
    this.internals.setFormValue(data, JSON.stringify({ country, method }))
    this.#validate()
    this.#label()
  }

  #validate(): void {
    const wrong = this.#rows.find(({ error }) => error)
    const texts = this.#texts
    const { row, select } = this.#countryMenu
    if (this.#isIgnored || (this.#rows[0] && !wrong)) this.internals.setValidity({})
    else if (wrong) {
      // Browsers focus only the field inside a picker.
      const { control, error } = wrong
      this.internals.setValidity({ customError: true }, error, control.shadowRoot?.querySelector('input') ?? control)
    } else {
      const message = this.#output.textContent || (this.#country ? texts.loading : texts.missing(texts.country))
      this.internals.setValidity({ valueMissing: true }, message, row.hidden ? this.#output : select)
    }
  }

  #label(): void {
    const texts = this.#texts
    const labels = [...this.internals.labels].map(({ textContent }) => textContent?.trim())
    this.#fieldset.ariaLabel = this.ariaLabel || labels.join(' ') || texts.form
    this.#fieldset.lang = this.#language
    this.#countryMenu.label.textContent = texts.country
    this.#methodMenu.label.textContent = texts.method
    this.#button.textContent = texts.check
    this.#button.hidden = this.form !== null || !this.#rows[0]
  }

  get #json(): string {
    return JSON.stringify(this.value)
  }

  #say(text: string): void {
    this.#output.replaceChildren(...(text ? [part('status', text)] : []))
  }

  #send(name: string, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, cancelable: true, detail }))
  }

  /** For the developer of the page, who needs the sentence of the service. */
  #report({ message }: Error): void {
    // biome-ignore lint/suspicious/noConsole: a component has no other way to reach the developer.
    console.error(`<bank-account-form>: ${message}`)
  }

  get #language(): string {
    return languageOf(this)?.toLowerCase() || 'en'
  }

  get #texts(): AccountFormStrings {
    return accountStringsFor(this.#language)
  }
}

function menu(id: string): { row: HTMLElement; label: HTMLElement; select: HTMLSelectElement } {
  const label = element('label', { for: id, part: 'label' })
  const select = element('select', { id, part: 'select' })
  const row = part('field', label, select)
  row.hidden = true
  return { row, label, select }
}

declare global {
  interface HTMLElementTagNameMap {
    'bank-account-form': BankAccountForm
  }
}

if (!customElements.get('bank-account-form')) customElements.define('bank-account-form', BankAccountForm)
