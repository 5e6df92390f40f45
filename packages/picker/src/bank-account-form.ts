/**
 * `<bank-account-form>`: the fields of a bank account or a wallet in a country. What the user types leaves the page only
 * when the form is submitted, in a POST request that checks the account.
 */
import type { CheckedAccount, PaymentMethod } from '../../client/src/types.ts'
import { createAccountCheck, say } from './account-form/account-check.ts'
import { createMenu, loadCountryMenu } from './account-form/account-menus.ts'
import { type AccountRow, createAccountRow, part } from './account-form/account-row.ts'
import { type AccountDetails, readMethods, report, request, send } from './account-form/account-source.ts'
import { type AccountFormStrings, accountStrings, accountStringsFor } from './account-form/account-strings.ts'
import { accountSheet } from './account-form/account-style.ts'
import { createInvalidSubmission } from './account-form/invalid-submission.ts'
import { defineElement, element, FormField, fieldSheet, languageOf, serviceUrlFor } from './bank-picker.ts'

export type { AccountField, CheckedAccount, CheckedField, Verdict as AccountVerdict } from '../../client/src/types.ts'
export type { AccountDetails } from './account-form/account-source.ts'
export type { AccountFormStrings } from './account-form/account-strings.ts'

export class BankAccountForm extends FormField {
  static observedAttributes = ['country', 'countries', 'method', 'base-url', 'lang', 'name', 'required', 'aria-label']

  /** The texts by language. */
  static strings = accountStrings

  #countryMenu = createMenu('country')
  #methodMenu = createMenu('method')
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
  #loading: AbortController | undefined
  #check = createAccountCheck(
    this,
    this.#output,
    () => this.#texts,
    () => this.#rows,
  )
  #submission = createInvalidSubmission()
  #leavingForm: AbortController | undefined

  constructor() {
    super()
    this.#output.role = 'status'
    this.#output.tabIndex = -1
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [fieldSheet(), accountSheet()]
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
      send(this, 'account-change', this.value)
    })
    this.#methodMenu.select.addEventListener('change', () => {
      this.#methodId = this.#methodMenu.select.value
      this.#showMethod()
      send(this, 'account-change', this.value)
    })
    this.addEventListener('invalid', (event) => this.#submission.handle(event, this, this.#showErrors()?.control))
  }

  connectedCallback(): void {
    this.applyEarlyProperties(['value', 'name', 'required', 'disabled'])
    if (!this.#pending) this.formResetCallback()
    // A form that was moved keeps its fields.
    else if (!this.#rows[0]) void this.#load()
  }

  disconnectedCallback(): void {
    this.#loading?.abort()
    this.#check.stop()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // Until the element is first connected, ignore attributes: a value that a script has set takes precedence.
    if (before === after || !(this.isConnected || this.#rows[0])) return
    if (name === 'lang') {
      this.#pending ??= {}
      // The text as the user sees it, except for separators, which the new field adds again.
      for (const { field, control, value } of this.#rows) this.#pending[field.key] = field.group ? value : control.value
      void this.#load()
    } else if (['country', 'countries', 'method', 'base-url'].includes(name)) this.formResetCallback()
    else this.#update()
  }

  /** The account, as `POST /v1/accounts/check` accepts it. */
  get value(): AccountDetails {
    const filled = this.#rows.map(({ field, value }) => [field.key, value]).filter(([, value]) => value)
    return { country: this.#country, method: this.#methodId, fields: Object.fromEntries(filled) }
  }

  /** What is missing comes from the attributes, so null resets the form. */
  set value(details: Partial<AccountDetails> | null) {
    // A framework sets the value that it got from an event. Loading the fields again would disturb the user.
    if (details && this.#rows[0] && JSON.stringify(details) === this.#json) return
    const read = (name: 'country' | 'method') => (details?.[name] ?? this.getAttribute(name) ?? '').toLowerCase()
    this.#country = read('country')
    this.#methodId = read('method')
    this.#pending = { ...details?.fields }
    void this.#load()
  }

  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#leavingForm?.abort()
    this.#leavingForm = new AbortController()
    // Capture the event before the page's listeners, which expect a checked account.
    const options = { capture: true, signal: this.#leavingForm.signal }
    const submitting = (event: SubmitEvent): void => {
      if (!this.#fieldset.disabled && !this.#isIgnored) this.#check.submitting(event, form as HTMLFormElement)
    }
    form?.addEventListener('submit', submitting, options)
    if (form) this.#submission.watch(form, options)
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

  async #load(): Promise<void> {
    this.#loading?.abort()
    this.#loading = new AbortController()
    const { signal } = this.#loading
    this.#showMethods([])
    // The page may still set attributes.
    if (!this.isConnected) return
    await loadCountryMenu(this, this.#countryMenu, this.#language, signal, this.#loadFailed)
    this.#countryMenu.select.value = this.#country
    if (this.#country) {
      const path = `v1/account-requirements?country=${encodeURIComponent(this.#country)}`
      const methods = await request(this, path, readMethods, signal, this.#loadFailed)
      if (methods && !signal.aborted) this.#showMethods(methods)
    }
    if (!signal.aborted) this.#update()
  }

  #loadFailed = (error: Error, isTemporary: boolean): boolean => {
    say(this.#output, isTemporary ? this.#texts.retrying : this.#texts.failed)
    if (!isTemporary) report(error)
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
    this.#rows = method?.fields.map((field) => createAccountRow(field, context)) ?? []
    const note = method?.note ? [part('note', method.note)] : []
    this.#rowList.replaceChildren(...this.#rows.map(({ root }) => root), ...note)
    if (method) {
      for (const row of this.#rows) row.value = this.#pending?.[row.field.key] ?? ''
      this.#pending = {}
    }
    this.#reported = this.#json
    say(this.#output, '')
    this.#update()
  }

  #changed(): void {
    if (this.#json !== this.#reported) {
      this.#reported = this.#json
      this.#check.stop()
      for (const row of this.#rows) row.forgetChecked()
      say(this.#output, '')
      send(this, 'account-change', this.value)
    }
    this.#update()
  }

  /** Checks the account and shows the result. Returns undefined if a field has an error, or if the check fails. */
  async check(): Promise<CheckedAccount | undefined> {
    const wrong = this.#showErrors()
    wrong?.control.focus()
    const result = wrong || !this.#rows[0] ? undefined : await this.#check.run()
    if (result) this.#update()
    return result
  }

  /** Shows all errors. Returns the first field that has one. */
  #showErrors(): AccountRow | undefined {
    for (const row of this.#rows) row.showError()
    return this.#rows.find(({ error }) => error)
  }

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

  get #language(): string {
    return languageOf(this)?.toLowerCase() || 'en'
  }

  get #texts(): AccountFormStrings {
    return accountStringsFor(this.#language)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'bank-account-form': BankAccountForm
  }
}

defineElement('bank-account-form', BankAccountForm)
