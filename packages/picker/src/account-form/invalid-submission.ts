/** A submission with errors: the messages next to the fields replace the bubble of the browser, which would repeat one of them. */
import type { FormField } from '../bank-picker.ts'

type Field = HTMLInputElement | HTMLButtonElement

export function createInvalidSubmission() {
  let isPressed = false
  return {
    /** Browsers also click the button if the user presses Enter. They submit the form in the same task. */
    watch: (form: HTMLFormElement, options: AddEventListenerOptions): void =>
      form.addEventListener(
        'click',
        ({ target }) => {
          const button = (target as Element).closest<Field>('button, input')
          isPressed = button?.type === 'submit' || button?.type === 'image'
          setTimeout(() => {
            isPressed = false
          })
        },
        options,
      ),
    /** Moves the focus as the browser would. `checkValidity` causes `invalid` too, and moves nothing. */
    handle: (event: Event, account: FormField, wrong: HTMLElement | undefined): void => {
      if (!isPressed || !wrong) return
      event.preventDefault()
      const fields = [...(account.form?.elements ?? [])] as (Field & FormField)[]
      if (fields.find((field) => field.willValidate && !field.validity.valid) === account)
        // After the browser, which moves the focus to the first field whose event is not cancelled.
        setTimeout(() => wrong.focus())
    },
  }
}
