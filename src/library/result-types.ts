/** The types of the results, with the names of the OpenAPI description. */
import type {
  CheckedAccount as ClosedCheckedAccount,
  CheckedField as ClosedCheckedField,
} from '../directory/accounts/check/account-check-schema.ts'
import type { BranchPage as ClosedBranchPage } from '../directory/branches/branch-page.ts'
import type {
  AccountField as ClosedAccountField,
  AccountRequirements as ClosedAccountRequirements,
  PaymentMethod as ClosedPaymentMethod,
  TestAccount as ClosedTestAccount,
} from '../directory/records/account-requirements-record.ts'
import type { Bank as ClosedBank, BankDetail as ClosedBankDetail } from '../directory/records/bank-record.ts'
import type { HolderSummary } from '../directory/resolve/resolve-schema.ts'
import type { FoundBank as ClosedFoundBank } from '../directory/search/search-schema.ts'
import type {
  BankDirectory as ClosedBankDirectory,
  ExplainedBank as ClosedExplainedBank,
  Reading as ClosedReading,
  Resolved as ClosedResolved,
} from './bank-directory.ts'
import type { OpenEnums } from './open-enums.ts'

export type Bank = OpenEnums<ClosedBank>
export type BankDetail = OpenEnums<ClosedBankDetail>
export type FoundBank = OpenEnums<ClosedFoundBank>
export type ExplainedBank = OpenEnums<ClosedExplainedBank>
export type BranchPage = OpenEnums<ClosedBranchPage>
export type Holder = OpenEnums<HolderSummary>
export type Reading = OpenEnums<ClosedReading>
export type Resolved = OpenEnums<ClosedResolved>
export type AccountField = OpenEnums<ClosedAccountField>
export type PaymentMethod = OpenEnums<ClosedPaymentMethod>
export type TestAccount = OpenEnums<ClosedTestAccount>
export type AccountRequirements = OpenEnums<ClosedAccountRequirements>
export type CheckedField = OpenEnums<ClosedCheckedField>
export type CheckedAccount = OpenEnums<ClosedCheckedAccount>
export type BankDirectory = OpenEnums<ClosedBankDirectory>
