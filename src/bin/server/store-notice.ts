/**
 * Tells the person who starts the service if the store cannot be used. The startup message says why; at a terminal it
 * replaces the line in the log, and a second message follows when the store can be used.
 */
import { StoreUnavailable } from '../../store/contract.ts'
import type { StoreReport } from './store-sync.ts'
import { isTerminal } from './terminal.ts'

export interface StoreNotice {
  /** Wraps the report that writes to the log. */
  report(logged: StoreReport): StoreReport
  /** Call this when the startup message is printed. Returns why the store cannot be used, or undefined if it can. */
  announce(): string | undefined
}

/** `onRecovery` is called at a terminal if the store was announced as unavailable and can be used for the first time. */
export function createStoreNotice(onRecovery: () => void): StoreNotice {
  let failure: Error | undefined
  let isPrinted = false
  let awaitsRecovery = false
  return {
    report: (logged) => ({
      onUnavailable: (error) => {
        failure = error as Error
        const isExplained = isTerminal && !isPrinted && error instanceof StoreUnavailable
        if (!isExplained) logged.onUnavailable(error)
      },
      onAvailableAgain: () => {
        failure = undefined
        if (awaitsRecovery) onRecovery()
        else logged.onAvailableAgain()
        awaitsRecovery = false
      },
    }),
    announce: () => {
      isPrinted = true
      awaitsRecovery = isTerminal && failure !== undefined
      return failure?.message
    },
  }
}
