/** The properties and methods that scripts expect of every form field. */

/**
 * Servers that render pages import the elements without a DOM. Their classes are then inert: nothing defines them, and nothing
 * creates an object of them.
 */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {}

/** Defines an element, once and only in a browser. */
export function defineElement(name: string, element: CustomElementConstructor): void {
  const registry = globalThis.customElements
  if (registry && !registry.get(name)) registry.define(name, element)
}

export class FormField extends Base {
  static formAssociated = true
  protected internals = this.attachInternals()

  get form(): HTMLFormElement | null {
    return this.internals.form
  }

  get labels(): NodeList {
    return this.internals.labels
  }

  get validity(): ValidityState {
    return this.internals.validity
  }

  get validationMessage(): string {
    return this.internals.validationMessage
  }

  get willValidate(): boolean {
    return this.internals.willValidate
  }

  get type(): string {
    return this.localName
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
    return this.internals.checkValidity()
  }

  reportValidity(): boolean {
    return this.internals.reportValidity()
  }

  /** Does what Enter does in a text field: clicks the first submit button, or submits a form that has none. */
  protected submitForm(): void {
    const fields = [...(this.form?.elements ?? [])] as HTMLButtonElement[]
    const button = fields.find(({ type }) => type === 'submit')
    if (button) button.click()
    else this.form?.requestSubmit()
  }

  /** Applies properties that a script has set before the element was defined. They hide those of the class. */
  protected applyEarlyProperties(names: readonly string[]): void {
    const values = this as Record<string, unknown>
    for (const name of names.filter((name) => Object.hasOwn(this, name))) {
      const value = values[name]
      delete values[name]
      values[name] = value
    }
  }
}
