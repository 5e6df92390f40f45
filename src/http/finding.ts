/** Search and resolving are made ready once the lists are served, in steps; whoever asks earlier waits for them. */
import { setImmediate } from 'node:timers/promises'
import type { Directory } from '../directory/directory.ts'
import type { Finder } from '../directory/finder.ts'

/** Begins at the first call. */
export type Finding = () => Promise<Finder>

export function prepareFinding({ packed }: Directory): Finding {
  let ready: Promise<Finder> | undefined
  const make = async (): Promise<Finder> => {
    // Only now: the modules of search and of all identifiers would delay the first list.
    const { openFinder } = await import('../directory/finder.ts')
    const steps = openFinder(packed)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      await setImmediate()
    }
  }
  return () => {
    ready ??= make()
    return ready
  }
}
