/**
 * Returns a function that runs `load` on the first call. Until it is done, every call returns the same promise; after
 * that, the value itself.
 */
export function lazy<Value>(load: () => Promise<Value>): () => Value | Promise<Value> {
  let loaded: Value | Promise<Value> | undefined
  const start = async (): Promise<Value> => {
    const value = await load()
    loaded = value
    return value
  }
  return () => {
    loaded ??= start()
    return loaded
  }
}
