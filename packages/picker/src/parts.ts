/** The elements inside the picker. */
import type { FormField } from './form-field.ts'
import type { PickerStrings } from './strings.ts'

export type Parts = ReturnType<typeof createParts>

export function createParts() {
  const input = element('input', {
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
  const toggle = element('button', { part: 'toggle', type: 'button', tabindex: '-1', 'aria-controls': 'list' })
  const note = element('p', { class: 'note', part: 'status', 'aria-hidden': 'true' })
  const list = element('ul', { id: 'list', role: 'listbox' })
  return {
    input,
    toggle,
    /** Contains the input and the toggle. */
    field: element('div', { class: 'field' }, input, toggle),
    list,
    /** The status as the user sees it, in the popup. */
    note,
    /** Contains the note and the list. */
    popup: element('div', { class: 'popup', part: 'list', popover: 'manual' }, note, list),
    /** The status for screen readers. */
    status: element('div', { class: 'status', role: 'status' }),
    unseen: element('span', { hidden: '' }),
  }
}

/** Gives the inner field the name and texts of the outer one. */
export function labelParts({ input, list, toggle }: Parts, picker: FormField, texts: PickerStrings): void {
  const labels = [...picker.labels] as Element[]
  input.ariaLabel = picker.ariaLabel || labels.map(({ textContent }) => textContent?.trim()).join(' ') || texts.list
  // Browsers that support references into the page follow changes of these elements.
  // A label around the picker also contains the texts inside the picker, so its own text is the name instead.
  const isApart = labels[0] && !labels[0].contains(picker)
  input.ariaLabelledByElements = picker.ariaLabel ? null : (picker.ariaLabelledByElements ?? (isApart ? labels : null))
  input.ariaDescribedByElements = picker.ariaDescribedByElements
  input.placeholder = picker.getAttribute('placeholder') ?? texts.placeholder
  input.ariaRequired = String(picker.required)
  list.ariaLabel = texts.list
  toggle.ariaLabel = texts.toggle
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value)
  created.append(...children)
  return created
}
