/** The groups in which people print account numbers and branch codes: those of the fields in `data/account-requirements.json`. */
import { completeField } from '../../accounts/field.ts'
import { memoize } from '../../memoize.ts'
import type { AccountField } from '../../records/account-requirements-record.ts'
import type { PackedDirectory } from '../../storage/packed-directory.ts'
import type { Reading } from '../reading.ts'

/** Returns the number in groups, or null if people print it without. */
export type FormatInGroups = (reading: Reading) => string | null

interface GroupedField {
  isAccount: boolean
  schemes: readonly string[]
  expression: RegExp
  group: NonNullable<AccountField['group']>
}

export function createDigitGroups(packed: PackedDirectory): FormatInGroups {
  const { accountRequirements, countries } = packed
  const fieldsOf = memoize((code: string): GroupedField[] => {
    const country = countries.find((one) => one.code === code)
    const records = accountRequirements.methods.filter((method) => method.country === code)
    if (!country) return []
    return records.flatMap(({ fields }) =>
      fields.flatMap((record): GroupedField[] => {
        const { key, type, schemes, group, pattern } = completeField(record, country, packed)
        if (group === null || pattern === null || type === 'iban') return []
        return [{ isAccount: key === 'account_number', schemes, expression: new RegExp(pattern), group }]
      }),
    )
  })
  return ({ kind, scheme, parts: { country }, check: { canonical } }) => {
    if (country === undefined) return null
    const isAccount = kind === 'account_number'
    const field = fieldsOf(country).find(
      (one) =>
        one.isAccount === isAccount &&
        (isAccount || one.schemes.includes(scheme ?? '')) &&
        one.expression.test(canonical),
    )
    return field ? inGroups(canonical, field.group) : null
  }
}

/** The last size repeats. */
function inGroups(text: string, { sizes, separator }: GroupedField['group']): string {
  const groups: string[] = []
  for (let start = 0; start < text.length; start += groups.at(-1)?.length ?? 0)
    groups.push(text.slice(start, start + (sizes[groups.length] ?? (sizes.at(-1) as number))))
  return groups.join(separator)
}
