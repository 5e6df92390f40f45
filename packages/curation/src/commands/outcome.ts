/** The outcome of a command: what it prints, and its exit code. */
export interface Outcome {
  text: string
  /** 1 if the command found something that has to be fixed. */
  code: 0 | 1
}
