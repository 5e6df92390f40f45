/** One field of the account form: label, control, hint, and a message for errors and verdicts. */
import type { AccountField, CheckedField } from '../../../client/src/types.ts'
import { BankPicker, element } from '../bank-picker.ts'
import type { AccountFormStrings } from './account-strings.ts'
import { compilePattern } from './safe-pattern.ts'

export interface RowContext {
  texts: AccountFormStrings
  /** Whether the texts of the service are in a different language from the page. */
  isTranslated: boolean
  country: string
  baseUrl: string
  /** The user may have changed the value. */
  changed(): void
}

export type AccountRow = ReturnType<typeof createAccountRow>

export function createAccountRow(field: AccountField, context: RowContext) {
  const { texts, isTranslated, changed } = context
  const { key, required, group, type } = field
  const pattern = compilePattern(field.pattern ?? '')
  const control = createControl(field, context)
  const labelText = texts.labels?.[key] ?? field.label
  const label = element('label', { for: key, part: 'label' }, required ? labelText : texts.optional(labelText))
  const hint = part('hint', texts.hints?.[key] ?? field.hint)
  const message = part('message')
  /** Whether errors are shown while the user types: only after the user has left the field once. */
  let isVisited = false
  /** Result of the last check. Undefined if the value has changed since. */
  let lastCheck: CheckedField | undefined
  /** The text in the bank picker before a bank was chosen. */
  let searched = ''

  control.id = key
  control.required = required
  control.setAttribute('aria-describedby', `${key}-hint ${key}-message`)
  hint.id = `${key}-hint`
  message.id = `${key}-message`
  for (const text of [label, hint]) if (isTranslated) text.lang = 'en'

  const write = (value: string): void => {
    control.value = grouped(value, group)
  }
  const row = {
    root: part('field', label, control, hint, message),
    control,
    field,
    get value(): string {
      return control instanceof BankPicker ? bankValue(control) : compact(control.value, field)
    },
    set value(value: string) {
      write(value)
    },
    get isEmpty(): boolean {
      return row.value === '' && !control.validity.badInput
    },
    /** What is wrong with the value; empty if nothing is. */
    get error(): string {
      const { value } = row
      const { min_length: min, max_length: max, example } = field
      if (lastCheck?.verdict === 'invalid') return lastCheck.message ?? texts.verdicts.invalid
      if (control.validity.badInput) return control.validationMessage
      if (value === '') return required ? texts.missing(labelText) : ''
      if (type === 'bank' || (pattern?.test(value) ?? true)) return ''
      if (min !== null && max !== null && (value.length < min || value.length > max))
        return texts.length(min, max, value.length)
      return texts.format(grouped(example, group))
    },
    /** Shows the error, if there is one, and keeps it up to date from now on. */
    showError: (): void => {
      isVisited = true
      if (lastCheck) return
      const { error } = row
      show(error ? 'invalid' : '', error)
    },
    /** A change of any field: the fields are checked together. */
    forgetChecked: (): void => {
      if (!lastCheck) return
      lastCheck = undefined
      row.showError()
    },
    showChecked: (checked: CheckedField | undefined): void => {
      if (!checked) return
      lastCheck = checked
      const { verdict, suggestion } = checked
      show(verdict, verdict === 'invalid' ? row.error : texts.verdicts[verdict])
      if (suggestion !== null) message.append(' ', suggestionButton(suggestion))
    },
  }

  function suggestionButton(suggestion: string): HTMLElement {
    const text = texts.use(grouped(suggestion, group))
    const button = element('button', { type: 'button', class: 'button', part: 'suggestion' }, text)
    button.addEventListener('click', () => {
      write(suggestion)
      control.focus()
      edited()
    })
    return button
  }

  function edited(): void {
    changed()
    if (isVisited) row.showError()
    else if (!lastCheck) show('', '')
  }

  function show(verdict: string, text: string): void {
    message.className = `message ${verdict}`
    message.setAttribute('part', `message ${verdict}`)
    if (message.textContent !== text) message.textContent = text
    const isInvalid = verdict === 'invalid'
    if (!(control instanceof BankPicker)) control.ariaInvalid = String(isInvalid)
    // The picker marks its field itself when it is invalid.
    else if (isInvalid) control.checkValidity()
  }

  /**
   * The id of the bank. A field that asks for a code has the code instead, if it is clear which: the user has typed it,
   * or the bank has only one.
   */
  function bankValue({ bank, value }: BankPicker): string {
    const { scheme, input_mode } = field
    if (!bank || !scheme || input_mode !== 'numeric') return value
    const codes = bank.codes[scheme] ?? []
    return (codes.includes(searched) ? searched : codes.length === 1 && codes[0]) || value
  }

  // The picker keeps the event of its text field from the page, unless it is captured.
  control.addEventListener(
    'input',
    (event) => {
      const [source] = event.composedPath()
      if (source instanceof HTMLInputElement) searched = source.value.trim()
    },
    true,
  )
  control.addEventListener('input', (event) => {
    // In the middle of the text, grouping would move the cursor.
    const isAtEnd = control instanceof HTMLInputElement && control.selectionStart === control.value.length
    if (isAtEnd && group && !(event as InputEvent).isComposing) write(row.value)
    edited()
  })
  control.addEventListener('bank-select', edited)
  row.root.addEventListener('focusout', () => {
    if (control instanceof HTMLInputElement && type !== 'tel') write(row.value)
    if (!row.isEmpty) row.showError()
    changed()
  })
  return row
}

type Control = HTMLInputElement | HTMLSelectElement | BankPicker

function createControl(field: AccountField, { texts, country, baseUrl }: RowContext): Control {
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

/** Removes separators, as the pattern of the field expects it. */
function compact(text: string, { type }: Pick<AccountField, 'type'>): string {
  if (type === 'bank' || type === 'select') return text
  return text.replaceAll(type === 'tel' ? /\D/g : /[\s./-]/g, '').toUpperCase()
}

/** Writes a value in groups, such as 20-29-59. The last size repeats. */
export function grouped(value: string, group: AccountField['group']): string {
  const parts: string[] = []
  const sizes = group?.sizes ?? []
  for (let start = 0; start < value.length; start += parts.at(-1)?.length ?? 0)
    parts.push(value.slice(start, start + Math.max(1, Number(sizes[parts.length] ?? sizes.at(-1)) || value.length)))
  return parts.join(group?.separator ?? '')
}
