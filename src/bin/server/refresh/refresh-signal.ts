/** Turns SIGHUP into a refresh of the data, also one that arrives while the service starts. */
export type RefreshSignal = (refresh: () => void) => void

/** Call it before the data is read. The result takes over with the function that refreshes, as soon as there is one. */
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
