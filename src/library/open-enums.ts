/**
 * Adds `string` to the enums to which later versions may add values, so that the compiler makes programs handle unknown
 * values. Completion in editors still offers the known ones.
 */
import type { AccountField, PaymentMethod } from '../directory/records/account-requirements-record.ts'
import type { Bank } from '../directory/records/bank-record.ts'
import type { HolderSummary, ReadingResult } from '../directory/resolve/resolve-schema.ts'
import type { FoundBank } from '../directory/search/search-schema.ts'

/** The enums with `x-extensible-enum` in the OpenAPI description. */
interface ExtensibleEnums {
  BankType: Bank['type']
  Relation: HolderSummary['relation']
  IdentifierKind: ReadingResult['kind']
  CheckName: ReadingResult['checks'][number]
  Reason: NonNullable<ReadingResult['reason']>
  MatchedField: FoundBank['matched']['field']
  AccountFieldType: AccountField['type']
  PaymentMethodKind: PaymentMethod['kind']
  AccountFieldCheck: NonNullable<AccountField['check']>
}

/** Applies to results, including those of functions; the parameters of functions do not change. */
export type OpenEnums<Value> = [Value] extends [string | null | undefined]
  ? true extends IsExtensible<NonNullable<Value>>
    ? Value | (string & {})
    : Value
  : Value extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => OpenEnums<Result>
    : Value extends object
      ? { [Key in keyof Value]: OpenEnums<Value[Key]> }
      : Value

type IsExtensible<Value> = {
  [Name in keyof ExtensibleEnums]: [Value, ExtensibleEnums[Name]] extends [ExtensibleEnums[Name], Value] ? true : false
}[keyof ExtensibleEnums]
