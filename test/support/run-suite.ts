/**
 * Runs all tests. Files that share a process also share the browser, the service and the data that they load, which saves
 * CPU time. Tests that start processes of their own have a process per file, so that some wait while others use the CPU.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const find = (...patterns: string[]): string[] =>
  globSync(patterns, { exclude: ['**/node_modules/**'] })
    .filter((file) => file.endsWith('.test.ts'))
    .sort()

const unit = find('{src,packages}/**')
const inBrowser = find('test/picker/*', 'test/**/*-browser*')
const withService = find('test/*', 'test/{accounts,api,data,library,mcp,resolve,search,site}/**').filter(
  (file) => !inBrowser.includes(file),
)
const together = new Set([...unit, ...inBrowser, ...withService])
const apart = find('test/**').filter((file) => !together.has(file))

const inOneProcess = ['--test-isolation=none']

interface Part {
  options: string[]
  files: string[]
}

/** The parts of a series run one after the other. Two series of about the same length keep two cores busy. */
const series: Part[][] = [
  [
    { options: inOneProcess, files: unit },
    { options: inOneProcess, files: withService },
  ],
  [
    { options: inOneProcess, files: inBrowser },
    { options: ['--test-concurrency=3'], files: apart },
  ],
]

/** Options for `node --test`, such as `--test-name-pattern=iban`. */
const extraOptions = process.argv.slice(2)

const codes = await Promise.all(series.map((parts, at) => runSeries(parts, at === 0)))
process.exitCode = codes.flat().find((code) => code !== 0) ?? 0

async function runSeries(parts: Part[], isShown: boolean): Promise<number[]> {
  const codes: number[] = []
  for (const part of parts) codes.push(await run(part, isShown))
  return codes
}

/** The output of one series is shown at once, that of the other when it has ended, so that the two do not mix. */
async function run({ options, files }: Part, isShown: boolean): Promise<number> {
  const parameters = ['--test', ...options, ...extraOptions, ...files]
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', isShown ? 'inherit' : 'pipe', 'inherit'] })
  const stop = (): void => void child.kill()
  process.once('exit', stop)
  const output: Buffer[] = []
  child.stdout?.on('data', (text) => output.push(text))
  const [code] = await once(child, 'close')
  process.off('exit', stop)
  process.stdout.write(Buffer.concat(output))
  return code ?? 1
}
