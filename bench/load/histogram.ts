/** A histogram of durations in steps of one percent. Quantiles need no sorting, which would delay the client that measures. */

export interface Histogram {
  add(ms: number): void
  count(): number
  /** The duration in milliseconds that this share of all durations does not exceed. */
  quantile(share: number): number
}

const leastMs = 0.001
const step = Math.log(1.01)
/** Up to about 100 s; longer durations count in the last step. */
const steps = Math.ceil(Math.log(100_000 / leastMs) / step)

export function createHistogram(): Histogram {
  const counts = new Uint32Array(steps + 1)
  let count = 0
  return {
    add: (ms) => {
      const at = ms <= leastMs ? 0 : Math.min(steps, Math.ceil(Math.log(ms / leastMs) / step))
      counts[at] = (counts[at] as number) + 1
      count++
    },
    count: () => count,
    quantile: (share) => {
      let left = Math.max(1, Math.ceil(count * share))
      let at = 0
      while (at < steps && left > (counts[at] as number)) left -= counts[at++] as number
      return leastMs * Math.exp(at * step)
    },
  }
}
