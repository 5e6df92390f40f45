/**
 * `<bank-account-form>`: the fields of a bank account or a wallet in a country. What the user types leaves the page only
 * when the form is submitted, in a POST request that checks the account.
 */
import { requestRepeatedly } from './account-requests.ts'
import { AccountRow } from './account-row.ts'
import type { AccountDetails, CheckedAccount, PaymentMethod } from './account-source.ts'
import { type AccountFormStrings, accountStrings, accountStringsFor } from './account-strings.ts'
import { accountStyleSheet } from './account-style.ts'
import { grouped } from './account-value.ts'
import { element, serviceUrlFor } from './bank-picker.ts'

export type { AccountDetails, AccountField, AccountVerdict, CheckedAccount, CheckedField } from './account-source.ts'
export type { AccountFormStrings } from './account-strings.ts'

/** How long the check may wait between attempts in all, because the user waits for it. */
const checkPatienceMs = 8000

const sheet = accountStyleSheet()

export class BankAccountForm extends HTMLElement {
  static formAssociated = true
  static observedAttributes = ['country', 'countries', 'method', 'name', 'required', 'base-url', 'lang', 'aria-label']

  /** The texts by language. */
  static strings = accountStrings

  #internals = this.attachInternals()
  #countryMenu = menu('country')
  #methodMenu = menu('method')
  #rowList = element('div', { class: 'fields', part: 'fields' })
  #button = element('button', { part: 'button' })
  #output = element('div', { class: 'result', part: 'result', role: 'status', tabindex: '-1' })
  #fieldset = element('fieldset', {})

  #country = ''
  #methodId = ''
  #methods: PaymentMethod[] = []
  #rows: AccountRow[] = []
  /** Values for the fields that are not loaded yet. */
  #pending: AccountDetails['fields'] = {}
  /** The details that may be submitted, as JSON: they were checked, or the check failed. */
  #passed = ''
  #loading: AbortController | undefined
  #checking: AbortController | undefined
  #leavingForm: AbortController | undefined

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [sheet]
    // An inner form, so that Enter in a field submits. It sends nothing itself.
    const form = element('form', { autocomplete: 'off', novalidate: '' }, this.#fieldset)
    this.#fieldset.append(this.#countryMenu.row, this.#methodMenu.row, this.#rowList, this.#output, this.#button)
    root.append(form)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      event.stopPropagation()
      if (this.form) this.form.requestSubmit()
      else void this.check()
    })
    this.#countryMenu.select.addEventListener('change', ({ target }) => {
      this.#country = (target as HTMLSelectElement).value
      this.#methodId = ''
      void this.#load()
      this.#changed()
    })
    this.#methodMenu.select.addEventListener('change', ({ target }) => {
      this.#methodId = (target as HTMLSelectElement).value
      this.#showMethod()
      this.#changed()
    })
    this.addEventListener('invalid', () => this.#showErrors())
  }

  connectedCallback(): void {
    this.formResetCallback()
  }

  disconnectedCallback(): void {
    this.#loading?.abort()
    this.#checking?.abort()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected) return
    if (['country', 'countries', 'method', 'base-url', 'lang'].includes(name)) this.formResetCallback()
    else this.#update()
  }

  // The properties of a form field.

  /** The account, as `POST /v1/accounts/check` accepts it. */
  get value(): AccountDetails {
    const filled = this.#rows.map(({ field, value }) => [field.key, value]).filter(([, value]) => value)
    return { country: this.#country, method: this.#methodId, fields: Object.fromEntries(filled) }
  }

  set value({ country, method, fields }: AccountDetails) {
    this.#country = country.toLowerCase()
    this.#methodId = method
    this.#pending = fields
    void this.#load()
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
    return 'bank-account-form'
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

  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#leavingForm?.abort()
    this.#leavingForm = new AbortController()
    // Before the listeners of the page, which expect a checked account.
    form?.addEventListener('submit', (event) => this.#submitting(event, form), {
      capture: true,
      signal: this.#leavingForm.signal,
    })
    this.#button.hidden = form !== null
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#fieldset.disabled = isDisabled
  }

  formResetCallback(): void {
    const attribute = (name: string): string => this.getAttribute(name)?.toLowerCase() ?? ''
    this.value = { country: attribute('country'), method: attribute('method'), fields: {} }
  }

  formStateRestoreCallback(state: string | File | FormData | null): void {
    if (typeof state === 'string') this.value = { ...JSON.parse(state), fields: {} }
  }

  // Menus and fields.

  async #load(): Promise<void> {
    this.#loading?.abort()
    this.#loading = new AbortController()
    const { signal } = this.#loading
    this.#showMethods([])
    try {
      await this.#loadCountries(signal)
      if (this.#country) await this.#loadMethods(signal)
    } catch (error) {
      this.#report(error as Error)
      this.#say(this.#texts.failed)
    }
    this.#update()
  }

  async #loadCountries(signal: AbortSignal): Promise<void> {
    const { row, select } = this.#countryMenu
    const listed = this.getAttribute('countries')
    row.hidden = listed === null && this.hasAttribute('country')
    if (row.hidden) return
    const names = new Intl.DisplayNames([this.#language], { type: 'region' })
    let codes: string[] = listed?.toUpperCase().match(/[A-Z]{2}/g) ?? []
    if (listed === null) {
      const loaded = await this.#request<{ countries: { code: string }[] }>('v1/supported-countries/', signal)
      codes = loaded?.countries.map(({ code }) => code) ?? []
    }
    const options = codes.map((code) => new Option(names.of(code), code.toLowerCase()))
    if (listed === null) options.sort((a, b) => a.text.localeCompare(b.text, this.#language))
    select.replaceChildren(new Option(this.#texts.choose, ''), ...options)
    select.value = this.#country
  }

  async #loadMethods(signal: AbortSignal): Promise<void> {
    const path = `v1/account-requirements?country=${encodeURIComponent(this.#country)}`
    const loaded = await this.#request<{ methods: PaymentMethod[] }>(path, signal)
    if (loaded && !signal.aborted) this.#showMethods(loaded.methods)
  }

  #request<Body>(path: string, signal: AbortSignal): Promise<Body | undefined> {
    const baseUrl = serviceUrlFor(this)
    const retrying = (): void => this.#say(this.#texts.retrying)
    return requestRepeatedly<Body>({ path, baseUrl, signal, retrying, patienceMs: Number.POSITIVE_INFINITY })
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
    const note = method?.note ? [paragraph(method.note, 'note')] : []
    this.#rowList.replaceChildren(...this.#rows.map(({ root }) => root), ...note)
    if (method) {
      for (const row of this.#rows) row.value = this.#pending[row.field.key] ?? ''
      this.#pending = {}
    }
    this.#say('')
    this.#update()
  }

  #changed(): void {
    this.#checking?.abort()
    this.#checking = undefined
    this.#say('')
    this.#update()
    this.#send('account-change', this.value)
  }

  // Submission.

  #submitting(event: SubmitEvent, form: HTMLFormElement): void {
    if (this.#fieldset.disabled || this.#isIgnored || this.#passed === JSON.stringify(this.value)) return
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
    const account = this.value
    const wrong = this.#showErrors()
    wrong?.control.focus()
    if (wrong || this.#rows.length === 0) return undefined
    this.#checking?.abort()
    this.#checking = new AbortController()
    const { signal } = this.#checking
    this.#say(this.#texts.checking)
    let result: CheckedAccount | undefined
    try {
      result = await requestRepeatedly<CheckedAccount>({
        path: 'v1/accounts/check',
        body: account,
        baseUrl: serviceUrlFor(this),
        signal,
        retrying: () => this.#say(this.#texts.retrying),
        patienceMs: checkPatienceMs,
      })
    } catch (error) {
      this.#checkFailed(account, error as Error)
    }
    if (signal.aborted) return undefined
    this.#checking = undefined
    if (result) this.#showResult(account, result)
    return result
  }

  #checkFailed(account: AccountDetails, error: Error): void {
    this.#report(error)
    const mayContinue = this.#send('account-check-failed', { message: error.message })
    const { unchecked, submitAgain } = this.#texts
    this.#say(this.form && mayContinue ? `${unchecked} ${submitAgain}` : unchecked)
    if (mayContinue) this.#passed = JSON.stringify(account)
  }

  #showResult(account: AccountDetails, result: CheckedAccount): void {
    const { verdict, fields, bank, bic, iban, iban_note, note } = result
    for (const row of this.#rows) row.showChecked(fields[row.field.key])
    const texts = this.#texts
    const lines = [
      paragraph(texts.verdicts[verdict], `verdict ${verdict}`),
      bank && paragraph(`${texts.bank}: ${[bank.name, bic].filter(Boolean).join(', ')}`, 'bank'),
      iban && paragraph(`IBAN: ${grouped(iban, { sizes: [4], separator: ' ' })}`, 'iban'),
      ...[iban_note, note].map((text) => text && paragraph(text, 'note')),
    ]
    this.#output.replaceChildren(...lines.filter((line) => line instanceof HTMLElement))
    const isAccepted = this.#send('account-checked', result)
    this.#passed = isAccepted && verdict !== 'invalid' ? JSON.stringify(account) : ''
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
    this.#internals.setFormValue(data, JSON.stringify({ country, method }))
    this.#validate()
    this.#label()
  }

  #validate(): void {
    const wrong = this.#rows.find(({ error }) => error)
    const texts = this.#texts
    if (this.#isIgnored) this.#internals.setValidity({})
    else if (wrong) this.#internals.setValidity({ customError: true }, wrong.error, wrong.control)
    else if (this.#rows.length > 0) this.#internals.setValidity({})
    else {
      const message = this.#output.textContent || (this.#country ? texts.loading : texts.missing(texts.country))
      const { row, select } = this.#countryMenu
      this.#internals.setValidity({ valueMissing: true }, message, row.hidden ? this.#output : select)
    }
  }

  #label(): void {
    const texts = this.#texts
    const labels = [...this.#internals.labels].map(({ textContent }) => textContent?.trim())
    this.#fieldset.ariaLabel = this.ariaLabel || labels.join(' ') || texts.form
    this.#fieldset.lang = this.#language
    this.#countryMenu.label.textContent = texts.country
    this.#methodMenu.label.textContent = texts.method
    this.#button.textContent = texts.check
    this.#button.disabled = this.#rows.length === 0
  }

  #say(text: string): void {
    this.#output.replaceChildren(...(text ? [paragraph(text, 'status')] : []))
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
    return this.closest<HTMLElement>('[lang]')?.lang.toLowerCase() || 'en'
  }

  get #texts(): AccountFormStrings {
    return accountStringsFor(this.#language)
  }
}

function menu(id: string): { row: HTMLElement; label: HTMLElement; select: HTMLSelectElement } {
  const label = element('label', { for: id, part: 'label' })
  const select = element('select', { id, part: 'select' })
  const row = element('div', { class: 'field', part: 'field' }, label, select)
  row.hidden = true
  return { row, label, select }
}

function paragraph(text: string, name: string): HTMLElement {
  const created = element('p', { class: name, part: name })
  created.textContent = text
  return created
}

declare global {
  interface HTMLElementTagNameMap {
    'bank-account-form': BankAccountForm
  }
}

if (!customElements.get('bank-account-form')) customElements.define('bank-account-form', BankAccountForm)
