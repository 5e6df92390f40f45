/** Checks the payment methods and the fields of their forms against the rest of the data. */
import { completeField } from '../../directory/accounts/field.ts'
import type { AccountFormRecord } from '../../directory/records/account-form-record.ts'
import type {
  AccountField,
  AccountRequirementsTable,
  MethodFieldRecord,
  PaymentMethodRecord,
} from '../../directory/records/account-requirements-record.ts'
import type { CountryRecord } from '../../directory/records/country-record.ts'
import type { Scheme } from '../../directory/records/scheme.ts'
import type { Source } from '../../directory/records/source.ts'
import { compilePattern } from '../../identifiers/pattern-grammar.ts'

export interface RequirementReferences {
  countries: readonly CountryRecord[]
  schemes: ReadonlyMap<string, Scheme>
  sources: ReadonlyMap<string, Source>
  accountForms: readonly AccountFormRecord[]
}

/** Returns what is wrong with a method, or null if it is valid. */
export function methodError(
  method: PaymentMethodRecord,
  table: AccountRequirementsTable,
  known: RequirementReferences,
): string | null {
  const { id, country: code, source } = method
  if (!id.startsWith(`${code.toLowerCase()}_`)) return `its id must start with "${code.toLowerCase()}_"`
  const country = known.countries.find((one) => one.code === code)
  if (!country) return `${code} is not in countries.json`
  if (!known.sources.has(source)) return `its source ${source} is not in sources.json`
  const keys = new Set<string>()
  for (const field of method.fields) {
    const reference = referenceError(field, table, known)
    if (reference !== null) return reference
    const complete = completeField(field, country, { ...known, accountRequirements: table })
    if (keys.has(complete.key)) return `it has two fields with the key ${complete.key}`
    keys.add(complete.key)
    const reason = fieldError(complete)
    if (reason !== null) return `its field ${complete.key} ${reason}`
  }
  return null
}

/** Checks that everything a field refers to exists, before the field is completed from it. */
function referenceError(
  field: MethodFieldRecord,
  { fields }: AccountRequirementsTable,
  { accountForms, schemes }: RequirementReferences,
): string | null {
  const { field: sharedId, form, pattern, schemes: own = [] } = field
  const shared = fields.find(({ id }) => id === sharedId)
  if (sharedId !== undefined && !shared) return `its shared field ${sharedId} does not exist`
  const formId = form ?? shared?.form
  if (formId !== undefined && !accountForms.some(({ id }) => id === formId)) return `its form ${formId} does not exist`
  const unknown = [...own, ...(shared?.schemes ?? [])].find((id) => !schemes.has(id))
  if (unknown !== undefined) return `its scheme ${unknown} is not in schemes.json`
  return patternError(pattern ?? shared?.pattern)
}

function patternError(pattern: string | undefined): string | null {
  if (pattern === undefined) return null
  try {
    compilePattern(pattern)
    return null
  } catch (error) {
    return `its pattern ${pattern} is not in the allowed subset of regular expressions (${(error as Error).message})`
  }
}

function fieldError({ label, type, options, pattern, example }: AccountField): string | null {
  if (label === '') return 'has no label'
  if (example === '') return 'has no example'
  if (type === 'select' && !options) return 'is a select without options'
  if (type !== 'select' && options) return 'has options, but is not a select'
  if (options && !options.some(({ value }) => value === example)) return 'has an example that is not one of its options'
  if (pattern !== null && !new RegExp(pattern).test(example))
    return `has the example "${example}", which does not match ${pattern}`
  return null
}
