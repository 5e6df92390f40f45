/**
 * Uses a value at once if it is there, and otherwise when its promise resolves. Lookups seldom have to wait, and a chain
 * of promises would cost more than most of them.
 */
export const whenReady = <Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(use) : use(value))
