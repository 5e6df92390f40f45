/** Checks the forms of national account numbers and branch codes against the rest of the data. */
import type { AccountFormRecord } from '../../directory/records/account-form-record.ts'
import { check, patternOf } from '../../identifiers/account-form.ts'
import { lengthIn } from '../../identifiers/iban.ts'
import { compilePattern } from '../../identifiers/pattern-grammar.ts'
import type { KnownReferences } from '../cross-references.ts'

/** Returns what is wrong with a form, or null if it is valid. */
export function formError(form: AccountFormRecord, { schemes, sources }: KnownReferences): string | null {
  const { id, country, scheme: schemeId, parts, iban, example, source, branches } = form
  if (!id.startsWith(`${country.toLowerCase()}_`)) return `its id must start with "${country.toLowerCase()}_"`
  if ((schemeId === undefined) !== (parts.bank_code === undefined))
    return 'a form has both a scheme and the part bank_code, or neither'
  const scheme = schemeId === undefined ? undefined : schemes.get(schemeId)
  if (schemeId !== undefined && !scheme) return `its scheme ${schemeId} is not in schemes.json`
  if (scheme && scheme.country !== country) return `its scheme ${schemeId} belongs to ${scheme.country}`
  if (!sources.has(source)) return `its source ${source} is not in sources.json`
  const branchSources = branches ? [branches.source, branches.names_source ?? branches.source] : []
  const unknownSource = branchSources.find((one) => !sources.has(one))
  if (unknownSource !== undefined) return `the source ${unknownSource} of its branches is not in sources.json`
  if (branches && (parts.branch_code === undefined || parts.account !== undefined))
    return 'only a form that ends with the part branch_code can have "branches"'
  if (iban && lengthIn(country) > 0) return `the IBAN registry has ${country}, so it cannot have "iban"`
  const unsafe = patternError(form)
  if (unsafe !== null) return unsafe
  const result = check(example, form)
  return result.passed ? null : `its example is invalid: ${result.message}`
}

function patternError(form: AccountFormRecord): string | null {
  try {
    compilePattern(patternOf(form))
    return null
  } catch (error) {
    return `its parts are not in the allowed subset of regular expressions (${(error as Error).message})`
  }
}
