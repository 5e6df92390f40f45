/**
 * Mutation testing: makes small faults in `src/` and `packages/`, one at a time, and reports those that no test catches.
 *
 * Usage: npm run test:faults -- [options]
 *   --seed <text>        selects other faults (default 37)
 *   --count <n>          how many faults (default 40)
 *   --list               prints the faults and ends
 *   --only 3,17          runs only the faults with these numbers
 *   --together 3,17,20   makes these faults at once and runs the whole suite once
 *   --reaching-only      does not run the tests that do not reach the changed file
 *   --repo <folder>      takes the code and the tests from another checkout
 *   --commit <revision>  the commit to copy (default HEAD; uncommitted changes are not copied)
 *
 * The results are also in `var/faults/report.json`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Fault, selectFaults } from './candidate-faults.ts'
import { cloneCommit, installTestTools, linkPackages, prepareCopy, removeFolder, withFaults } from './checkout-copy.ts'
import { readImportGraph } from './import-graph.ts'
import { findFailures } from './test-runs.ts'

const root = resolve(import.meta.dirname, '../../..')
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '37' },
    count: { type: 'string', default: '40' },
    list: { type: 'boolean', default: false },
    only: { type: 'string' },
    together: { type: 'string' },
    'reaching-only': { type: 'boolean', default: false },
    repo: { type: 'string', default: root },
    commit: { type: 'string', default: 'HEAD' },
  },
})

const output = join(root, 'var/faults')
const folder = join(output, 'faulty')
const baseline = join(output, 'baseline')
mkdirSync(output, { recursive: true })
process.once('exit', () => {
  for (const copy of [folder, baseline]) removeFolder(copy)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const repository = resolve(values.repo)
cloneCommit(repository, values.commit, folder)
const faults = selectFaults(folder, { seed: values.seed, count: Number(values.count) }).map((fault, at) => ({
  number: at + 1,
  ...fault,
}))
const chosen = values.together ?? values.only
const numbers = chosen?.split(',').map(Number)
const selected = faults.filter(({ number }) => numbers?.includes(number) ?? true)

if (values.list) for (const fault of selected) print(`${describe(fault)}  in: ${fault.code}`)
else await runFaults()

async function runFaults(): Promise<void> {
  cloneCommit(repository, values.commit, baseline)
  linkPackages(repository, baseline)
  installTestTools(baseline)
  linkPackages(baseline, folder)
  for (const copy of [baseline, folder]) prepareCopy(copy)
  if (values.together === undefined) await runEach()
  else await runTogether()
}

async function runEach(): Promise<void> {
  const { tests, testsOf, isBuilt } = readImportGraph(folder)
  const results: (Fault & { caughtBy: string | undefined; seconds: number })[] = []
  for (const fault of selected) {
    const startMs = performance.now()
    const reaching = testsOf(fault.file)
    const others = tests.filter((test) => !reaching.includes(test))
    const files = values['reaching-only'] ? reaching : [...reaching, ...others]
    const [caughtBy] = await withFaults({ folder, faults: [fault], isBuilt }, () =>
      findFailures({ files, folder, baseline, stopsAtFirst: true }),
    )
    const seconds = Math.round((performance.now() - startMs) / 1000)
    print(`${describe(fault)}: ${caughtBy === undefined ? 'NOT caught' : `caught by ${caughtBy}`}, ${seconds} s`)
    results.push({ ...fault, caughtBy, seconds })
    writeReport(results)
  }
  print(`caught ${results.filter(({ caughtBy }) => caughtBy !== undefined).length} of ${results.length}`)
}

async function runTogether(): Promise<void> {
  const { tests, isBuilt } = readImportGraph(folder)
  const failures = await withFaults({ folder, faults: selected, isBuilt }, () =>
    findFailures({ files: tests, folder, baseline, stopsAtFirst: false }),
  )
  for (const fault of selected) print(describe(fault))
  print(failures.length === 0 ? 'No test failed.' : `Failed:\n${failures.join('\n')}`)
}

function writeReport(results: readonly object[]): void {
  const { seed, commit } = values
  writeFileSync(join(output, 'report.json'), `${JSON.stringify({ seed, commit, faults: results }, null, 2)}\n`)
}

function describe({ number, file, line, before, after }: Fault & { number: number }): string {
  return `${number}. ${file}:${line} ${shorten(before)} -> ${shorten(after)}`
}

function shorten(text: string): string {
  const oneLine = text.replaceAll(/\s+/g, ' ')
  return oneLine.length > 70 ? `${oneLine.slice(0, 69)}…` : oneLine
}
