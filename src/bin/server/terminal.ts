/** Log output at a terminal: the first lines are held back, so that the startup message comes first. */

/** Whether both outputs are a terminal. If one of them is redirected, a program may read the log. */
export const isTerminal = process.stdout.isTTY === true && process.stderr.isTTY === true

export interface LogStream {
  write(line: string): void
  /** Writes the lines that were held back. Later lines are written at once. */
  release(): void
}

/** Returns a log stream that, at a terminal, holds lines back until `release` is called. */
export function createLogStream(output: { write(line: string): unknown }, isHeld = isTerminal): LogStream {
  let held: string[] | undefined = isHeld ? [] : undefined
  const release = (): void => {
    const lines = held ?? []
    held = undefined
    for (const line of lines) output.write(line)
  }
  // If the start fails, the lines may say why.
  if (isHeld) process.once('exit', release)
  return {
    write: (line) => {
      if (held) held.push(line)
      else output.write(line)
    },
    release,
  }
}
