/** Debounces events: acts once they pause, or after a maximum wait if they never do. */
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
  /** The pause in events after which it acts. */
  quietMs: number
  /** The maximum wait after the first event. */
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
