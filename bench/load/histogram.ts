/** Durations counted in steps of one percent: a quantile costs no sorting, which would hold up the client it measures. */

export interface Histogram {
  add(ms: number): void
  count(): number
  /** In milliseconds; what this share of all is not above. */
  quantile(share: number): number
}

const leastMs = 0.001
const step = Math.log(1.01)
/** Up to about 100 s; what takes longer is counted there. */
const steps = Math.ceil(Math.log(100_000 / leastMs) / step)

export function openHistogram(): Histogram {
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
