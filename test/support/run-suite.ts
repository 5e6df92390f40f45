/**
 * Runs all tests. Files that share a process also share the browser, the service and the data that they load, which takes
 * half the CPU time of a process per file. Tests that start processes of their own have a process per file, so that a part
 * of them can wait while others compute.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'

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

/** Each part starts when the one before it has ended. Two series keep two cores busy. */
const series: [options: string[], files: string[]][][] = [
  [[inOneProcess, inBrowser]],
  [
    [inOneProcess, unit],
    [inOneProcess, withService],
    [['--test-concurrency=3'], apart],
  ],
]

const { values } = parseArgs({ options: { list: { type: 'boolean' } } })
if (values.list) {
  for (const [options, files] of series.flat()) process.stdout.write(`${options}\n  ${files.join('\n  ')}\n`)
} else {
  const codes = await Promise.all(series.map(runSeries))
  process.exitCode = codes.find((code) => code !== 0) ?? 0
}

async function runSeries(parts: (typeof series)[number]): Promise<number> {
  let worst = 0
  for (const [options, files] of parts) worst ||= await runFiles(options, files)
  return worst
}

/** Prints the output when all files have run, so that the output of two series does not mix. */
async function runFiles(options: string[], files: string[]): Promise<number> {
  const child = spawn(process.execPath, ['--test', ...options, ...files], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(text))
  const [code] = await once(child, 'close')
  process.stdout.write(Buffer.concat(output))
  return code ?? 1
}
