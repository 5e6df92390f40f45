/** Keeps answers short: a model pays for every character, and an absent field tells it as much as a null. */

type NullableKeys<Value> = {
  [Key in keyof Value]: Extract<Value[Key], null | undefined> extends never ? never : Key
}[keyof Value]

export type Lean<Value> = Omit<Value, NullableKeys<Value>> & {
  [Key in NullableKeys<Value>]?: NonNullable<Value[Key]>
}

/** Leaves out the fields that are null or undefined. */
export const lean = <Value extends object>(value: Value): Lean<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null && field !== undefined)) as Lean<Value>

/** Returns undefined for an empty list. */
export const listOrNone = <Item>(items: readonly Item[]): Item[] | undefined =>
  items.length === 0 ? undefined : [...items]

/** Returns undefined for an object without fields. */
export const objectOrNone = <Value extends object>(value: Value): Value | undefined =>
  Object.keys(value).length === 0 ? undefined : value
