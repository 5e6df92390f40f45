/**
 * Counts the work of a search in steps of its inner loops, some nanoseconds each. A search that has used up its budget
 * looks up no more words and ranks the banks it has. Steps and not time: the results are the same on every machine.
 */
const mostShare = 0.7

export class WorkBudget {
  readonly stepsMax: number
  /** Of this search, and of all since the first. */
  steps = 0
  stepsInAll = 0

  constructor(stepsMax: number) {
    this.stepsMax = stepsMax
  }

  begin(): void {
    this.steps = 0
  }

  add(steps: number): void {
    this.steps += steps
    this.stepsInAll += steps
  }

  get isSpent(): boolean {
    return this.steps >= this.stepsMax
  }

  /** Whether too little is left to begin something that takes long. */
  get isMostlySpent(): boolean {
    return this.steps >= this.stepsMax * mostShare
  }
}
