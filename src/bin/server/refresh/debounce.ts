/**
 * Debounces events: calls `act` once the events pause, or after a maximum wait if they never pause. The data folder
 * watcher sets both times.
 */
export interface Debounce {
  /** Records an event. */
  note(): void
  cancel(): void
}

export function createDebounce({
  quietMs,
  waitMsMax,
  act,
}: {
  /** How long events must pause before `act` is called. */
  quietMs: number
  /** Maximum time from the first event until `act` is called. */
  waitMsMax: number
  act(): void
}): Debounce {
  let quiet: NodeJS.Timeout | undefined
  let deadline: NodeJS.Timeout | undefined
  const cancel = (): void => {
    clearTimeout(quiet)
    clearTimeout(deadline)
    deadline = undefined
  }
  const end = (): void => {
    cancel()
    act()
  }
  return {
    note: () => {
      clearTimeout(quiet)
      quiet = setTimeout(end, quietMs)
      deadline ??= setTimeout(end, waitMsMax)
    },
    cancel,
  }
}
