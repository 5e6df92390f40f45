/** The elements inside the picker. */

export interface Parts {
  input: HTMLInputElement
  toggle: HTMLButtonElement
  /** Contains the input and the toggle. */
  field: HTMLElement
  list: HTMLElement
  /** The status as the user sees it, in the popup. */
  note: HTMLElement
  /** Contains the note and the list. */
  popup: HTMLElement
  /** The status for screen readers. */
  status: HTMLElement
}

export function createParts(): Parts {
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
    field: element('div', { class: 'field' }, input, toggle),
    list,
    note,
    popup: element('div', { class: 'popup', part: 'list', popover: 'manual' }, note, list),
    status: element('div', { class: 'status', role: 'status' }),
  }
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
