/** Types of the elements in templates, for Vue 3: `import type {} from 'bank-lookup-picker/vue'`. */
import type { DefineComponent } from 'vue'
import type {
  BankAccountFormAttributes,
  BankAccountFormEvents,
  BankPickerAttributes,
  BankPickerEvents,
} from './element-attributes.ts'

/** Vue names the listener of `bank-select` `onBankSelect`. */
type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>

type Listeners<Events> = {
  [Name in keyof Events & string as `on${Pascal<Name>}`]?: (event: CustomEvent<Events[Name]>) => void
}

interface Changes {
  onChange?: (event: Event) => void
}

declare module 'vue' {
  interface GlobalComponents {
    'bank-picker': DefineComponent<BankPickerAttributes & Changes & Listeners<BankPickerEvents>>
    'bank-account-form': DefineComponent<BankAccountFormAttributes & Listeners<BankAccountFormEvents>>
  }
}
