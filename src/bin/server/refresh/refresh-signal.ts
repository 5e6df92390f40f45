/** Turns SIGHUP into a data refresh, even if the signal arrives while the service is starting. */
export type RefreshSignal = (refresh: () => void) => void

/**
 * Starts listening for SIGHUP. Call this function before the data is read, and later pass the refresh function to the
 * function that it returns. A signal that arrives in between is remembered and triggers a refresh at that point.
 */
export function listenForRefreshSignal(): RefreshSignal {
  let isPending = false
  let refresh = (): void => {
    isPending = true
  }
  process.on('SIGHUP', () => refresh())
  return (next) => {
    refresh = next
    if (isPending) refresh()
  }
}
