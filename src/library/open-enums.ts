/**
 * Adds `string` to the enums to which later versions may add values, so that the compiler makes programs handle unknown
 * values. Completion in editors still offers the known ones.
 */
import type { fieldChecks, fieldTypes, methodKinds } from '../directory/records/account-requirements.ts'
import type { bankTypes } from '../directory/records/bank.ts'
import type { readingKinds, relations } from '../directory/resolve/reading.ts'
import type { highlightFields } from '../directory/search/highlight-fields.ts'
import type { checkNames, reasons } from '../identifiers/verdict.ts'

/** The enums with `x-extensible-enum` in the OpenAPI description. */
interface ExtensibleEnums {
  BankType: (typeof bankTypes)[number]
  Relation: (typeof relations)[number]
  IdentifierKind: (typeof readingKinds)[number]
  CheckName: (typeof checkNames)[number]
  Reason: (typeof reasons)[number]
  MatchedField: (typeof highlightFields)[number]
  AccountFieldType: (typeof fieldTypes)[number]
  PaymentMethodKind: (typeof methodKinds)[number]
  AccountFieldCheck: (typeof fieldChecks)[number]
}

/** Applies to results, also to those of functions; the parameters of functions stay as they are. */
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
