/**
 * Repeats a failed request by itself: after 1, 2, 5 and then every 10 seconds, and as soon as the browser is online
 * again. It pauses while the page is hidden.
 */

const delaysS = [1, 2, 5, 10]

export interface Retry {
  /** Starts the countdown to the next attempt. `minimumS`: how long the service wants us to wait. */
  schedule(minimumS: number): void
  /** Repeats the request without waiting for the end of the countdown. */
  now(): void
  /** Ends the countdown. */
  stop(): void
  /** Ends the countdown. The next failure starts with the shortest delay again. */
  reset(): void
}

/**
 * `attempt` repeats the request. `showCountdown` is called every second with the remaining seconds and with whether the
 * user may retry earlier.
 */
export function createRetry(
  attempt: () => void,
  showCountdown: (seconds: number, isEarlierAllowed: boolean) => void,
): Retry {
  let attempts = 0
  let remainingS = 0
  let isForced = false
  let timer: ReturnType<typeof setInterval> | undefined

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  function run(): void {
    stop()
    attempt()
  }

  function tick(): void {
    if (document.visibilityState === 'hidden') return
    remainingS -= 1
    if (remainingS <= 0) run()
    else showCountdown(remainingS, !isForced)
  }

  // The service is probably reachable again, unless it asked for a pause.
  addEventListener('online', () => {
    if (timer !== undefined && !isForced) run()
  })

  return {
    now: run,
    stop,
    schedule: (minimumS) => {
      stop()
      isForced = minimumS > 0
      remainingS = Math.max(minimumS, delaysS[Math.min(attempts, delaysS.length - 1)] ?? 0)
      attempts += 1
      showCountdown(remainingS, !isForced)
      timer = setInterval(tick, 1000)
    },
    reset: () => {
      stop()
      attempts = 0
    },
  }
}
