/**
 * Counts the work of a search in steps of its inner loops, which take a few nanoseconds each. A search that has spent
 * its budget looks up no more words and ranks the banks it has found so far. The budget is in steps instead of time, so
 * that results are the same on every machine.
 */
import { mostlySpentShare } from './search-limits.ts'

export class WorkBudget {
  readonly stepsMax: number
  /** Steps in the current search. */
  steps = 0
  /** Steps in all searches; only tests and benchmarks read and reset this. */
  totalSteps = 0

  constructor(stepsMax: number) {
    this.stepsMax = stepsMax
  }

  startSearch(): void {
    this.steps = 0
  }

  add(steps: number): void {
    this.steps += steps
    this.totalSteps += steps
  }

  get isSpent(): boolean {
    return this.steps >= this.stepsMax
  }

  /** Whether too little of the budget is left to start expensive work. */
  get isMostlySpent(): boolean {
    return this.steps >= this.stepsMax * mostlySpentShare
  }
}
