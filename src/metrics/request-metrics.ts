/**
 * Counts requests by route and status, and measures their latency. The code that runs on every request only adds to
 * typed arrays, without any allocation or string lookup.
 */
export interface Series {
  /** Label values, in the order of the metric's label names. */
  labels: string[]
  /** One number; for a histogram, the non-cumulative count of each bucket, followed by the sum. */
  values: number[]
}

/**
 * Upper bounds of the buckets, in seconds. They cover the latencies of the service: a prebuilt list takes about 30 µs,
 * a search takes about a millisecond, and an incomplete request times out after 10 s.
 */
export const latencyBounds = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const

/** The route number for unknown paths and malformed requests. */
export const unknownRoute = 0

export type RequestMetrics = ReturnType<typeof createRequestMetrics>

/** The service has about twenty routes. More routes than this mean a bug, such as raw paths registered as patterns. */
const routesMax = 64

const firstStatus = 100
/** Statuses 100 to 599, and one slot for all others. */
const statusSlots = 501

/**
 * Statuses that are exported as 0 from startup, so that the first failure of a route shows as an increase in
 * Prometheus.
 */
const initialStatuses = [200, 500]

/**
 * Each route has a row of numbers: the count of each bucket, followed by the sum of the latencies. The last bucket has
 * no upper bound.
 */
const bounds = Float64Array.from(latencyBounds)
const rowLength = bounds.length + 2

export function createRequestMetrics() {
  const numbers = new Map([['unknown', unknownRoute]])
  const counts = new Float64Array(routesMax * statusSlots)
  const rows = new Float64Array(routesMax * rowLength)

  const count = (route: number, status: number): void => {
    const slot = status >= firstStatus && status < 600 ? status - firstStatus : statusSlots - 1
    const index = route * statusSlots + slot
    counts[index] = (counts[index] as number) + 1
  }

  const statusesOf = (pattern: string, route: number): Series[] => {
    const series: Series[] = []
    for (let slot = 0; slot < statusSlots; slot++) {
      const status = slot + firstStatus
      const value = counts[route * statusSlots + slot] as number
      if (value === 0 && !initialStatuses.includes(status)) continue
      series.push({ labels: [pattern, status < 600 ? String(status) : 'other'], values: [value] })
    }
    return series
  }

  return {
    /**
     * Adds a route by its pattern, such as `/v1/banks/:id`, and returns its number. Called once, when the server
     * registers the route.
     */
    addRoute: (pattern: string): number => {
      const existing = numbers.get(pattern)
      if (existing !== undefined) return existing
      if (numbers.size === routesMax) throw new Error(`Too many routes: ${pattern} would exceed ${routesMax}.`)
      numbers.set(pattern, numbers.size)
      return numbers.size - 1
    },
    /** Returns the number of an added route, or `unknownRoute` if the pattern is undefined or was not added. */
    routeOf: (pattern: string | undefined): number =>
      pattern === undefined ? unknownRoute : (numbers.get(pattern) ?? unknownRoute),
    recordResponse: (route: number, status: number, seconds: number): void => {
      count(route, status)
      // Use a linear search from the lowest bucket: nearly every request falls into one of the first few.
      let bucket = 0
      while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++
      const start = route * rowLength
      rows[start + bucket] = (rows[start + bucket] as number) + 1
      const sum = start + rowLength - 1
      rows[sum] = (rows[sum] as number) + seconds
    },
    /** Counts a response that has no route and no start time, such as the response to a malformed request. */
    recordRejected: (status: number): void => count(unknownRoute, status),
    requests: (): Series[] => [...numbers].flatMap(([pattern, route]) => statusesOf(pattern, route)),
    latencies: (): Series[] =>
      [...numbers]
        .map(([pattern, route]) => ({
          labels: [pattern],
          values: [...rows.subarray(route * rowLength, (route + 1) * rowLength)],
        }))
        .filter(({ values }) => values.some((value) => value > 0)),
  }
}
