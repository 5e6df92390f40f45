/** How an account number is written and read. */
import type { AccountField } from '../../client/src/types.ts'

/** Removes separators, as the pattern of the field expects it. */
export function compact(text: string, { type }: Pick<AccountField, 'type'>): string {
  if (type === 'bank' || type === 'select') return text
  return text.replaceAll(type === 'tel' ? /\D/g : /[\s./-]/g, '').toUpperCase()
}

/** Writes a value in groups, such as 20-29-59. The last size repeats. */
export function grouped(value: string, group: AccountField['group']): string {
  const parts: string[] = []
  const sizes = group?.sizes ?? []
  for (let start = 0; start < value.length; start += parts.at(-1)?.length ?? 0)
    parts.push(value.slice(start, start + Math.max(1, Number(sizes[parts.length] ?? sizes.at(-1)) || value.length)))
  return parts.join(group?.separator ?? '')
}
