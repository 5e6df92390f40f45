/** The types of the results, with the names of the OpenAPI description. */
import type * as check from '../directory/accounts/check/result-schema.ts'
import type * as requirements from '../directory/records/account-requirements.ts'
import type * as bank from '../directory/records/bank.ts'
import type * as found from '../directory/search/result-schema.ts'
import type * as directory from './bank-directory.ts'
import type { OpenEnums } from './open-enums.ts'

export type Bank = OpenEnums<bank.Bank>
export type BankDetail = OpenEnums<bank.BankDetail>
export type FoundBank = OpenEnums<found.FoundBank>
export type ExplainedBank = OpenEnums<directory.ExplainedBank>
export type Holder = OpenEnums<directory.Resolved['readings'][number]['banks'][number]>
export type Reading = OpenEnums<directory.Resolved['readings'][number]>
export type Resolved = OpenEnums<directory.Resolved>
export type AccountField = OpenEnums<requirements.AccountField>
export type PaymentMethod = OpenEnums<requirements.PaymentMethod>
export type AccountRequirements = OpenEnums<requirements.AccountRequirements>
export type CheckedField = OpenEnums<check.CheckedField>
export type CheckedAccount = OpenEnums<check.CheckedAccount>
export type BankDirectory = OpenEnums<directory.BankDirectory>
