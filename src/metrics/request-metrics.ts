/**
 * Requests by route and status, and how long they took. Observed once for every request, so it is additions in flat
 * lists of numbers: nothing is allocated and no text is looked at.
 */
import type { Series } from './snapshot.ts'

/** Seconds. A ready list takes some 30 µs, a search a millisecond; a request that does not arrive is given up at 10 s. */
export const latencyBounds = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const

/** Paths that no route has, and what never became a request. */
export const unknownRoute = 0

export interface RequestMetrics {
  /** The number of a route by its pattern, such as `/v1/banks/:id`; asked once, when the route is made. */
  addRoute(pattern: string): number
  /** The same number later on; unknown patterns and none have the number of unknown paths. */
  routeOf(pattern: string | undefined): number
  recordResponse(route: number, status: number, seconds: number): void
  /** An answer to what had no route and no beginning, such as a request that could not be read. */
  recordRejected(status: number): void
  requests(): Series[]
  latencies(): Series[]
}

/** The program has some twenty. Far more would mean that paths are taken for patterns, which must not go on unseen. */
const routesMax = 64

const firstStatus = 100
/** 100 to 599, and one for whatever else. */
const statusSlots = 501

/** Shown from the start: the first failure of a route has to be seen as a rise. */
const shownStatuses = [200, 500]

/** A count for each bucket, the one without bound last, and then the sum. */
const bounds = Float64Array.from(latencyBounds)
const rowLength = bounds.length + 2

export function createRequestMetrics(): RequestMetrics {
  const numbers = new Map([['unknown', unknownRoute]])
  const counts = new Float64Array(routesMax * statusSlots)
  const rows = new Float64Array(routesMax * rowLength)

  const count = (route: number, status: number): void => {
    const slot = status >= firstStatus && status < 600 ? status - firstStatus : statusSlots - 1
    const at = route * statusSlots + slot
    counts[at] = (counts[at] as number) + 1
  }

  const statusesOf = (pattern: string, route: number): Series[] => {
    const series: Series[] = []
    for (let slot = 0; slot < statusSlots; slot++) {
      const status = slot + firstStatus
      const value = counts[route * statusSlots + slot] as number
      if (value === 0 && !shownStatuses.includes(status)) continue
      series.push({ labels: [pattern, status < 600 ? String(status) : 'other'], values: [value] })
    }
    return series
  }

  return {
    addRoute: (pattern) => {
      const known = numbers.get(pattern)
      if (known !== undefined) return known
      if (numbers.size === routesMax)
        throw new Error(`There are more than ${routesMax} routes: ${pattern} is too many.`)
      numbers.set(pattern, numbers.size)
      return numbers.size - 1
    },
    routeOf: (pattern) => (pattern === undefined ? unknownRoute : (numbers.get(pattern) ?? unknownRoute)),
    recordResponse: (route, status, seconds) => {
      count(route, status)
      // From below: nearly every request ends in one of the first few.
      let bucket = 0
      while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++
      const start = route * rowLength
      rows[start + bucket] = (rows[start + bucket] as number) + 1
      const sum = start + rowLength - 1
      rows[sum] = (rows[sum] as number) + seconds
    },
    recordRejected: (status) => count(unknownRoute, status),
    requests: () => [...numbers].flatMap(([pattern, route]) => statusesOf(pattern, route)),
    latencies: () =>
      [...numbers]
        .map(([pattern, route]) => ({
          labels: [pattern],
          values: [...rows.subarray(route * rowLength, (route + 1) * rowLength)],
        }))
        .filter(({ values }) => values.some((value) => value > 0)),
  }
}
