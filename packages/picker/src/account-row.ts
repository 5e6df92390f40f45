/** One field of the account form: label, control, hint, and a message for errors and verdicts. */
import type { AccountField, CheckedField } from '../../client/src/types.ts'
import type { AccountFormStrings } from './account-strings.ts'
import { compact, grouped } from './account-value.ts'
import { BankPicker, element } from './bank-picker.ts'
import { compilePattern } from './safe-pattern.ts'

export interface RowContext {
  texts: AccountFormStrings
  /** Whether the texts of the service are in another language than the page. */
  isTranslated: boolean
  country: string
  baseUrl: string
  /** The user may have changed the value. */
  changed(): void
}

export class AccountRow {
  readonly root: HTMLElement
  readonly control: HTMLInputElement | HTMLSelectElement | BankPicker
  readonly field: AccountField
  #label: string
  #pattern: RegExp | undefined
  #texts: AccountFormStrings
  #changed: () => void
  #message = part('message')
  /** Whether errors are shown while the user types: from the first time that the user leaves the field. */
  #isVisited = false
  /** Result of the last check. Undefined if the value has changed since. */
  #checked: CheckedField | undefined
  /** The text in the bank picker before a bank was chosen. */
  #searched = ''

  constructor(field: AccountField, context: RowContext) {
    const { texts, isTranslated } = context
    const { key, required } = field
    this.field = field
    this.#pattern = compilePattern(field.pattern ?? '')
    this.#texts = texts
    this.#changed = context.changed
    this.#label = texts.labels?.[key] ?? field.label
    this.control = createControl(field, context)
    this.control.id = key
    this.control.required = required
    this.control.setAttribute('aria-describedby', `${key}-hint ${key}-message`)
    const name = required ? this.#label : texts.optional(this.#label)
    const label = element('label', { for: key, part: 'label' }, name)
    const hint = part('hint', texts.hints?.[key] ?? field.hint)
    hint.id = `${key}-hint`
    for (const text of [label, hint]) if (isTranslated) text.lang = 'en'
    this.#message.id = `${key}-message`
    this.root = part('field', label, this.control, hint, this.#message)
    // The picker keeps the event of its text field from the page, unless it is captured.
    this.control.addEventListener('input', (event) => this.#searching(event), true)
    this.control.addEventListener('input', (event) => this.#typed(event as InputEvent))
    this.control.addEventListener('bank-select', () => this.#edited())
    this.root.addEventListener('focusout', () => this.#left())
  }

  get value(): string {
    return this.control instanceof BankPicker ? this.#bankValue(this.control) : compact(this.control.value, this.field)
  }

  set value(value: string) {
    this.control.value = grouped(value, this.field.group)
  }

  get isEmpty(): boolean {
    return this.value === '' && !this.control.validity.badInput
  }

  /** What is wrong with the value; empty if nothing is. */
  get error(): string {
    const { value } = this
    const { min_length: min, max_length: max, example, required, group, type } = this.field
    if (this.#checked?.verdict === 'invalid') return this.#checked.message ?? this.#texts.verdicts.invalid
    if (this.control.validity.badInput) return this.control.validationMessage
    if (value === '') return required ? this.#texts.missing(this.#label) : ''
    if (type === 'bank' || (this.#pattern?.test(value) ?? true)) return ''
    if (min !== null && max !== null && (value.length < min || value.length > max))
      return this.#texts.length(min, max, value.length)
    return this.#texts.format(grouped(example, group))
  }

  /** Shows the error, if there is one, and keeps it up to date from now on. */
  showError(): void {
    this.#isVisited = true
    if (this.#checked) return
    const { error } = this
    this.#show(error ? 'invalid' : '', error)
  }

  /** A change of any field: the fields are checked together. */
  forgetChecked(): void {
    if (!this.#checked) return
    this.#checked = undefined
    this.showError()
  }

  showChecked(checked: CheckedField | undefined): void {
    if (!checked) return
    this.#checked = checked
    const { verdict, suggestion } = checked
    this.#show(verdict, verdict === 'invalid' ? this.error : this.#texts.verdicts[verdict])
    if (suggestion !== null) this.#message.append(' ', this.#suggestionButton(suggestion))
  }

  #suggestionButton(suggestion: string): HTMLElement {
    const text = this.#texts.use(grouped(suggestion, this.field.group))
    const button = element('button', { type: 'button', class: 'button', part: 'suggestion' }, text)
    button.addEventListener('click', () => {
      this.value = suggestion
      this.control.focus()
      this.#edited()
    })
    return button
  }

  #searching(event: Event): void {
    const [source] = event.composedPath()
    if (source instanceof HTMLInputElement) this.#searched = source.value.trim()
  }

  #typed({ isComposing }: InputEvent): void {
    const { control } = this
    // In the middle of the text, grouping would move the cursor.
    const isAtEnd = control instanceof HTMLInputElement && control.selectionStart === control.value.length
    if (isAtEnd && this.field.group && !isComposing) this.value = this.value
    this.#edited()
  }

  #edited(): void {
    this.#changed()
    if (this.#isVisited) this.showError()
    else if (!this.#checked) this.#show('', '')
  }

  #left(): void {
    if (this.control instanceof HTMLInputElement && this.field.type !== 'tel') this.value = this.value
    if (!this.isEmpty) this.showError()
    this.#changed()
  }

  #show(verdict: string, text: string): void {
    this.#message.className = `message ${verdict}`
    this.#message.setAttribute('part', `message ${verdict}`)
    if (this.#message.textContent !== text) this.#message.textContent = text
    const isInvalid = verdict === 'invalid'
    if (!(this.control instanceof BankPicker)) this.control.ariaInvalid = String(isInvalid)
    // The picker marks its field itself when it is invalid.
    else if (isInvalid) this.control.checkValidity()
  }

  /**
   * The id of the bank. A field that asks for a code has the code instead, if it is clear which: the user has typed it,
   * or the bank has only one.
   */
  #bankValue({ bank, value }: BankPicker): string {
    const { scheme, input_mode } = this.field
    if (!bank || !scheme || input_mode !== 'numeric') return value
    const codes = bank.codes[scheme] ?? []
    return (codes.includes(this.#searched) ? this.#searched : codes.length === 1 && codes[0]) || value
  }
}

function createControl(field: AccountField, { texts, country, baseUrl }: RowContext): AccountRow['control'] {
  const { type, options, bank_types, input_mode, example, group } = field
  if (type === 'bank')
    return element('bank-picker', {
      country,
      types: bank_types?.join(',') ?? '',
      'base-url': baseUrl,
      exportparts: 'input, toggle, list, option, name, detail, status',
    })
  if (type === 'select') {
    const choices = options?.map(({ value, label }) => new Option(label, value)) ?? []
    return element('select', { part: 'select' }, new Option(texts.choose, ''), ...choices)
  }
  return element('input', {
    part: 'input',
    type: type === 'tel' ? type : 'text',
    inputmode: input_mode,
    placeholder: grouped(example, group),
    autocapitalize: 'characters',
    dir: 'ltr',
  })
}

/** Creates an element that the page can style by the names of its parts. */
export const part = (names: string, ...content: (Node | string)[]): HTMLElement =>
  element('div', { class: names, part: names }, ...content)
