/**
 * Runs the command line in the process of the test, with its own streams and environment: a process of its own costs a
 * hundred times as much. Tests of exit codes, pipes and terminals run some commands as processes, too.
 */
import { Readable, Writable } from 'node:stream'
import { runCommand } from '../../../src/bin/cli/main.ts'
import type { Answer } from './processes.ts'

interface Surroundings {
  /** Standard input. */
  input?: string
  env?: Record<string, string>
  /** The width of the terminal, if the output is one. */
  columns?: number
}

export const callCommand = (...words: string[]): Promise<Answer> => callCommandWith({}, ...words)

export async function callCommandWith(
  { input = '', env = {}, columns }: Surroundings,
  ...words: string[]
): Promise<Answer> {
  const { stdout, stderr } = { stdout: collector(), stderr: collector() }
  const terminal = columns === undefined ? {} : { isTTY: true, columns }
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)])
  const code = await runCommand(words, {
    stdin,
    stdout: Object.assign(stdout.stream, terminal),
    stderr: stderr.stream,
    env,
  })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

function collector(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString() }
}
