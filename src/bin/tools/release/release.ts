/**
 * Builds everything that a release publishes into one new folder, and prints the commands that publish it. It uploads
 * nothing. The folder appears only when it is complete.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultPaths, projectRoot } from '../../paths.ts'
import { writeImageContext } from './image-context.ts'
import { packPackages } from './npm-packages.ts'
import { ReleaseError, readNotes, readVersion, refuseUncommitted } from './preconditions.ts'
import { buildPythonPackage } from './python-package.ts'
import { serverEntry } from './registry-entry.ts'
import { summarize } from './summary.ts'

const options = {
  /** The address of the public repository: https://github.com/<owner>/<name>. */
  repository: { type: 'string' },
  out: { type: 'string', default: 'release' },
  /** The private key of the data channel. */
  key: { type: 'string' },
  /** The channel as it is published now; the new one continues its history. */
  channel: { type: 'string' },
  /** The tag that the release is built for, such as v1.0.0. */
  tag: { type: 'string' },
  'allow-dirty': { type: 'boolean', default: false },
} as const

async function run(): Promise<void> {
  const { values } = parseArgs({ options })
  const { repository, key, channel, tag, 'allow-dirty': isTrial } = values
  if (repository !== undefined && !/^https:\/\/github\.com\/[\w-]+\/[\w.-]+$/.test(repository))
    throw new ReleaseError('--repository is not an address such as https://github.com/example/bank-lookup.')
  if (channel !== undefined && key === undefined)
    throw new ReleaseError('--channel needs --key, which signs the release.')
  const out = resolve(values.out)
  if (existsSync(out)) throw new ReleaseError(`${out} exists; remove it, or name another folder with --out.`)
  if (!isTrial) refuseUncommitted()
  const version = readVersion(isTrial)
  if (tag !== undefined && tag !== `v${version}`)
    throw new ReleaseError(`The tag is ${tag}, but the version is ${version}. Tag the commit v${version}.`)

  const work = `${out}.${process.pid}.unfinished`
  const built = join(work, 'release')
  try {
    mkdirSync(built, { recursive: true })
    step('npm packages')
    const { data } = packPackages({ work, out: join(built, 'packages'), repository })
    step('Python package')
    buildPythonPackage(join(built, 'python'))
    step('image context')
    writeImageContext(join(built, 'image'), data)
    step('export')
    runCommand('export', '--out', join(built, 'export'))
    if (key !== undefined) {
      step('data channel')
      writeChannel(join(built, 'channel'), key, channel)
    }
    const bill = execFileSync(process.execPath, ['src/bin/tools/bill-of-materials.ts'], { cwd: projectRoot })
    writeFileSync(join(built, 'sbom.cdx.json'), bill)
    if (repository !== undefined)
      writeFileSync(join(built, 'server.json'), `${JSON.stringify(serverEntry(repository, version), null, 2)}\n`)
    writeFileSync(join(built, 'notes.md'), readNotes())
    step('checksums')
    writeFileSync(join(built, 'SHA256SUMS'), checksums(built))
    renameSync(built, out)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  process.stdout.write(
    summarize({ release: relative('', out), version, repository, isTrial, hasChannel: key !== undefined }),
  )
}

const step = (name: string): void => void process.stderr.write(`${name} ...\n`)

/** Runs a command of bank-lookup on the shipped data. */
function runCommand(...words: string[]): void {
  const env = { ...process.env, DATA_DIR: defaultPaths.dataDir, OVERLAY_DIR: '' }
  const stdio = ['ignore', process.stderr, process.stderr] as const
  execFileSync(process.execPath, ['src/bin/bank-lookup.js', ...words], { cwd: projectRoot, env, stdio: [...stdio] })
}

/** Adds the data to a copy of the published channel, or begins a new channel. */
function writeChannel(folder: string, key: string, published: string | undefined): void {
  if (published !== undefined) cpSync(published, folder, { recursive: true })
  runCommand('data', 'release', '--key', resolve(key), '--out', folder)
}

/** One line for each file, in the format of `sha256sum`. */
function checksums(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const lines = files.map(({ parentPath, name }) => {
    const path = join(parentPath, name)
    return [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')] as const
  })
  return lines
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, digest]) => `${digest}  ${path}\n`)
    .join('')
}

try {
  await run()
} catch (error) {
  // A program that failed has already printed why.
  const isExit = typeof (error as { status?: unknown }).status === 'number'
  if (!isExit && !(error instanceof ReleaseError)) throw error
  process.stderr.write(`release: ${(error as Error).message}\nNo release was written.\n`)
  process.exitCode = 1
}
