/**
 * The programs that tests run beyond Node, npm, `sh` and the coreutils: how to find each one, how to check that it works,
 * and how to install it. A test that needs a program calls `findPrograms`, or is declared with `testWith`.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { deadlineMs } from './wait-until.ts'

export interface Program {
  /** File names, or absolute paths that are not searched for. The first one found is used. By default the key. */
  files?: string[]
  /** What the skip message says that the test needs. By default the key. */
  needs?: string
  /** The Debian package, if there is one; otherwise `remedy` says what to do. */
  package?: string
  remedy?: string
  works(path: string): boolean
}

const isRoot = process.getuid?.() === 0

export const programs = {
  chromium: {
    // The headless shell is the same browser without windows: it needs a quarter of the CPU time.
    files: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    // Playwright supports only the browsers of its own time. Debian updates Chromium in all its releases.
    needs: 'chromium 140 or later',
    package: 'chromium-headless-shell',
    works: hasVersion(/Chrom(?:e|ium) ([\d.]+)/, [140], '--version'),
  },
  // With `--etag-save`.
  curl: { needs: 'curl 7.68 or later', package: 'curl', works: hasVersion(/^curl ([\d.]+)/, [7, 68], '--version') },
  find: { package: 'findutils', works: prints(/^\/$/, '/', '-maxdepth', '0') },
  firefox: {
    files: ['firefox-esr', 'firefox'],
    needs: 'firefox-esr 128 or later',
    package: 'firefox-esr',
    works: hasVersion(/Firefox ([\d.]+)/, [128], '--version'),
  },
  git: { package: 'git', works: prints(/^git version/, '--version') },
  go: {
    needs: 'go 1.19 or later with its standard library',
    package: 'golang-go',
    works: (path) =>
      hasVersion(/^go version go([\d.]+)/, [1, 19], 'version')(path) &&
      prints(/^http$/, 'list', '-f', '{{.Name}}', 'net/http')(path),
  },
  gofmt: { package: 'golang-go', works: (path) => run(path, [], 'package  main').stdout === 'package main\n' },
  grep: { package: 'grep', works: (path) => run(path, ['works'], 'works\n').stdout === 'works\n' },
  hatchling: { package: 'python3-hatchling', works: prints(/^usage: hatchling/, '--help') },
  haproxy: { package: 'haproxy', works: hasVersion(/HA-?Proxy version ([\d.]+)/i, [2], '-v') },
  mypy: { needs: 'mypy 1 or later', package: 'mypy', works: hasVersion(/^mypy ([\d.]+)/, [1], '--version') },
  // Its version is checked with the option that the tests use: older ones reject it.
  nginx: { needs: 'nginx 1.20 or later', package: 'nginx', works: prints(/nginx\/1/, '-e', 'stderr', '-v') },
  // With `-rawin`, which Ed25519 needs.
  openssl: { needs: 'openssl 3 or later', package: 'openssl', works: hasVersion(/^OpenSSL ([\d.]+)/, [3], 'version') },
  php: {
    needs: 'php 8 or later',
    package: 'php-cli',
    works: prints(
      /^\[true\]$/,
      '-r',
      'echo json_encode([PHP_VERSION_ID >= 80000 && ini_get("allow_url_fopen") == 1]);',
    ),
  },
  postgresql: {
    files: ['initdb'],
    needs: isRoot ? 'PostgreSQL, with runuser and the user postgres because you are root' : 'PostgreSQL',
    package: 'postgresql',
    works: checkPostgres,
  },
  prlimit: { package: 'util-linux', works: prints(/^works$/, '--nofile=256:', 'sh', '-c', 'echo works') },
  proc: {
    files: ['/proc'],
    needs: 'Linux with /proc and /dev/full',
    remedy: 'run it on Linux',
    works: () =>
      ['/proc/net/tcp', '/proc/self/limits', `/proc/self/task/${process.pid}/children`, '/dev/full'].every(existsSync),
  },
  // Debian's python3-minimal has no XML parser.
  python3: {
    needs: 'python3 3.9 or later with its standard library',
    package: 'python3',
    works: prints(
      /^works$/,
      '-c',
      'import json, sys, urllib.request, xml.etree.ElementTree, zipfile\nif sys.version_info >= (3, 9): print("works")',
    ),
  },
  redis: {
    files: ['redis-server', 'valkey-server'],
    needs: 'redis-server or valkey-server',
    package: 'redis-server',
    works: prints(/server v=\d/i, '--version'),
  },
  // Only the `script` of util-linux has these options. `stty` is among the coreutils, but works only at a terminal.
  script: { package: 'bsdutils', works: prints(/^works\r?$/m, '-qfec', 'stty cols 80; echo works', '/dev/null') },
  setpriv: {
    package: 'util-linux',
    works: prints(/^works$/, '--bounding-set=-dac_override', '--', 'sh', '-c', 'echo works'),
  },
  node22: {
    files: [fileURLToPath(new URL('../tools/node_modules/.bin/node', import.meta.url))],
    needs: 'Node 22 of the test tools',
    remedy: 'run `node test/tools/install.js` on Linux for x64 or arm64',
    works: prints(/^v22\./, '--version'),
  },
} satisfies Record<string, Program>

export type ProgramName = keyof typeof programs

/**
 * Returns the paths of programs. If one is missing or does not work, skips the test with a sentence that says how to
 * install it, and returns undefined.
 */
export function findPrograms<Name extends ProgramName>(
  t: Pick<TestContext, 'skip'>,
  ...names: Name[]
): Record<Name, string> | undefined {
  const checked = names.map((name) => ({ name, ...checkProgram(name) }))
  const problem = checked.find((one) => one.problem !== undefined)?.problem
  if (problem !== undefined) return skipTest(t, problem)
  return Object.fromEntries(checked.map(({ name, path }) => [name, path])) as Record<Name, string>
}

/** Declares tests that all need the same programs. */
export function testWith<Name extends ProgramName>(
  ...names: Name[]
): (title: string, body: (t: TestContext, paths: Record<Name, string>) => unknown) => void {
  return (title, body) =>
    void test(title, async (t) => {
      const found = findPrograms(t, ...names)
      if (found) await body(t, found)
    })
}

/** Skips a test because of this machine. In CI the test fails, so that CI runs all tests. */
export function skipTest(t: Pick<TestContext, 'skip'>, sentence: string): undefined {
  assert.notEqual(process.env.CI, 'true', sentence)
  t.skip(sentence)
}

/** The Debian packages of the programs that are missing or do not work here. */
export const missingPackages = (): string[] => [
  ...new Set(
    (Object.keys(programs) as ProgramName[])
      .filter((name) => checkProgram(name).problem)
      .flatMap((name) => rowOf(name).package ?? []),
  ),
]

interface CheckedProgram {
  path: string
  /** A sentence for people. */
  problem?: string
}

/** Each program is checked once in a process. */
const checked = new Map<ProgramName, CheckedProgram>()

export function checkProgram(name: ProgramName): CheckedProgram {
  const known = checked.get(name) ?? check(name)
  checked.set(name, known)
  return known
}

const rowOf = (name: ProgramName): Program => programs[name]

function check(name: ProgramName): CheckedProgram {
  const {
    files = [name],
    needs = name,
    package: debian,
    remedy = `install the Debian package ${debian}`,
    works,
  } = rowOf(name)
  const path = findFile(files)
  if (path === undefined) return { path: '', problem: `This test needs ${needs}, which is missing here: ${remedy}.` }
  if (!works(path)) return { path, problem: `This test needs ${needs}, and ${path} does not work: ${remedy}.` }
  return { path }
}

/**
 * The folders after those of PATH: system programs are not on the path of every user, and Debian has a folder for each
 * version of PostgreSQL. `PROGRAM_FOLDERS` replaces them in the test of this file.
 */
function fallbackFolders(): string[] {
  const { PROGRAM_FOLDERS } = process.env
  if (PROGRAM_FOLDERS !== undefined) return PROGRAM_FOLDERS.split(delimiter)
  const postgres = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin', ...postgres]
}

function findFile(files: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...fallbackFolders()].filter(isAbsolute)
  const searched = folders.flatMap((folder) => files.map((file) => join(folder, file)))
  return files.find((file) => isAbsolute(file) && existsSync(file)) ?? searched.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** A program that does not end by then does not work. The test of this file sets a shorter time. */
const checkTimeoutMs = Number(process.env.PROGRAM_TIMEOUT_MS ?? deadlineMs / 6)

function run(path: string, parameters: string[], input = ''): { stdout: string; text: string } {
  const options = { cwd: '/', input, timeout: checkTimeoutMs, killSignal: 'SIGKILL', encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(path, parameters, options)
  return status === 0 ? { stdout, text: `${stdout}${stderr}`.trim() } : { stdout: '', text: '' }
}

function prints(expected: RegExp, ...parameters: string[]): Program['works'] {
  return (path) => expected.test(run(path, parameters).text)
}

function hasVersion(version: RegExp, [major, minor = 0]: [number, number?], ...parameters: string[]): Program['works'] {
  return (path) => {
    const [foundMajor = 0, foundMinor = 0] = version.exec(run(path, parameters).text)?.[1]?.split('.').map(Number) ?? []
    return foundMajor > major || (foundMajor === major && foundMinor >= minor)
  }
}

/** The start of a command that runs as a user who may run PostgreSQL, which root may not. */
export const asPostgresUser = (): string[] =>
  isRoot ? [findFile(['runuser']) ?? 'runuser', '-u', 'postgres', '--'] : []

/** The folder with the other programs of a server; `initdb` on the path can be a link. */
export const postgresFolder = (initdb: string): string => dirname(realpathSync(initdb))

/** `--show` compares the version of the server in the same folder, and prints which files it needs. */
function checkPostgres(initdb: string): boolean {
  const [program = '', ...parameters] = [...asPostgresUser(), initdb, '--show', '-D', '/nowhere']
  const [, file = ''] = /^POSTGRES_BKI=(.+)$/m.exec(run(program, parameters).text) ?? []
  const others = ['pg_ctl', 'pg_dump', 'pg_restore', 'createdb'].map((name) => join(postgresFolder(initdb), name))
  return existsSync(file) && others.every(prints(/\(PostgreSQL\) \d/, '--version'))
}
