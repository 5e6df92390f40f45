/** Functions that keep what they have computed. */

/** Creates the value on first use. */
export function once<Value>(create: () => Value): () => Value {
  let created: Value | undefined
  return () => {
    created ??= create()
    return created
  }
}

/** Computes the value of each key once. `max`: when there are this many values, all of them are dropped. */
export function memoize<Key, Value extends {}>(
  compute: (key: Key) => Value,
  max = Number.POSITIVE_INFINITY,
): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = compute(key)
    if (known.size >= max) known.clear()
    known.set(key, value)
    return value
  }
}

/** Concurrent calls with the same key share one result. A failed one is not cached. */
export function createAsyncCache<Value>(): (key: string, compute: () => Promise<Value>) => Promise<Value> {
  const values = new Map<string, Promise<Value>>()
  return (key, compute) => {
    const known = values.get(key)
    if (known) return known
    const value = compute()
    values.set(key, value)
    value.catch(() => values.delete(key))
    return value
  }
}
