/**
 * Runs programs one after the other in one process, because a process per program costs more than the program. Standard
 * input has the programs as JSON, `[{ path, environment }]`; standard output gets `[{ code, stdout, stderr }]`.
 */
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const print = process.stdout.write.bind(process.stdout)
const programs: { path: string; environment: object }[] = JSON.parse(
  Buffer.concat(await process.stdin.toArray()).toString(),
)
const results: { code: number; stdout: string; stderr: string }[] = []
for (const { path, environment } of programs) {
  const result = { code: 0, stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    process[stream].write = (text: string | Uint8Array): boolean => {
      result[stream] += text
      return true
    }
  Object.assign(process.env, environment)
  try {
    await import(pathToFileURL(path).href)
    // What a program prints without being awaited would appear in the output of the next one.
    await setImmediate()
  } catch (error) {
    result.code = 1
    result.stderr += (error as Error).stack
  }
  results.push(result)
}
print(JSON.stringify(results))
