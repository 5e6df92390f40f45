/** Types of the elements in JSX, for React 19: `import type {} from 'bank-lookup-picker/react'`. */
import type { HTMLAttributes, RefAttributes } from 'react'
import type { BankAccountForm } from './bank-account-form.ts'
import type { BankPicker } from './bank-picker.ts'
import type {
  BankAccountFormAttributes,
  BankAccountFormEvents,
  BankPickerAttributes,
  BankPickerEvents,
  EventListeners,
} from './element-attributes.ts'

type Props<Element, Attributes, Events> = Omit<HTMLAttributes<Element>, keyof Attributes> &
  RefAttributes<Element> &
  Attributes &
  EventListeners<Events>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'bank-picker': Props<BankPicker, BankPickerAttributes, BankPickerEvents>
      'bank-account-form': Props<BankAccountForm, BankAccountFormAttributes, BankAccountFormEvents>
    }
  }
}
