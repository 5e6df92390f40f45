/** Keeps answers short: a model pays for every character, and an absent field tells it as much as a null. */

export type Fields = Readonly<Record<string, unknown>>

/** Leaves out the fields that are null or undefined. */
export const lean = (value: object): Fields =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null && field !== undefined))

/** Returns the fields in the schema, in its order, unless they are null or undefined. `own`: replaces fields of the value. */
export function pickFields({ properties }: { properties: object }, value: object, own: Fields = {}): Fields {
  const all: Fields = { ...value, ...own }
  return lean(Object.fromEntries(Object.keys(properties).map((name) => [name, all[name]])))
}

/** Returns undefined for an empty list. */
export const listOrNone = <Item>(items: readonly Item[]): Item[] | undefined =>
  items.length === 0 ? undefined : [...items]

/** Returns undefined for an object without fields. */
export const objectOrNone = <Value extends object>(value: Value): Value | undefined =>
  Object.keys(value).length === 0 ? undefined : value
