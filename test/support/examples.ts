/** Reads the documentation pages and their examples, and runs an example as a reader would. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Answer } from './services/processes.ts'
import { deadlineMs } from './wait-until.ts'

const folder = new URL('../../docs/site/1.0/', import.meta.url)

export interface Page {
  name: string
  front: Record<string, string>
  /** Without the front matter. */
  text: string
  /** Fenced blocks with nothing between them form a group: a request, then its response. */
  groups: Example[][]
}

export interface Example {
  language: string
  /** The HTTP status, if the block is a response: `json response=404`. */
  status?: number
  text: string
  /** File and line, for failure messages. */
  place: string
}

export function readPages(): Page[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readPage(file.slice(0, -'.md'.length), readFileSync(new URL(file, folder), 'utf8')))
}

/** Reads a page from the repository, or one that a service returned as Markdown, which has no front matter. */
export function readPage(name: string, whole: string): Page {
  const [head = '', front = ''] = /^---\n(.*?)\n---\n/s.exec(whole) ?? []
  const fields = front
    .split('\n')
    .map((line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1).trim()])
  return {
    name,
    front: Object.fromEntries(fields),
    text: whole.slice(head.length),
    groups: readGroups(whole.split('\n'), head.split('\n').length - 1, name),
  }
}

function readGroups(lines: string[], begin: number, name: string): Example[][] {
  const groups: Example[][] = []
  let goesOn = false
  for (let at = begin; at < lines.length; at++) {
    const line = lines[at] as string
    const [, language, response, status = '200'] = /^```(\w+)( response(?:=(\d+))?)?$/.exec(line) ?? []
    if (language) {
      const end = lines.indexOf('```', at)
      const text = lines.slice(at + 1, end).join('\n')
      const place = `${name}.md:${at + 1}`
      const example = { language, text: `${text}\n`, place, ...(response && { status: Number(status) }) }
      if (goesOn) groups.at(-1)?.push(example)
      else groups.push([example])
      at = end
      goesOn = true
    } else if (line.trim() !== '') goesOn = false
  }
  return groups
}

/** The languages of every request, in their order. */
export const requestLanguages = ['sh', 'ts', 'python', 'php', 'go']

export const isCurl = ({ language, text }: Example): boolean => language === 'sh' && text.startsWith('curl ')
/** A command that ends; `start` does not. */
export const isCommand = ({ language, text }: Example): boolean =>
  language === 'sh' && text.startsWith('npx bank-lookup ') && !text.startsWith('npx bank-lookup start')
export const isGrep = ({ language, text }: Example): boolean => language === 'sh' && text.startsWith('grep ')
export const isCheck = ({ language, text }: Example): boolean =>
  language === 'sh' && text.includes(' npx bank-lookup data check')
export const isProgram = ({ language }: Example): boolean => language !== 'sh' && requestLanguages.includes(language)
export const isOutput = ({ language }: Example): boolean => language === 'json' || language === 'text'
/** A program on the page of the library or of a client: it is in one language only, and prints the output on the page. */
export const usesPackage = ({ language, place }: Example): boolean =>
  (language === 'ts' && /^(library|client)\.md:/.test(place)) || (language === 'python' && /^python\.md:/.test(place))

/** Python finds the client here; it needs no build. */
const pythonClient = fileURLToPath(new URL('../../packages/python/src', import.meta.url))
const runners = fileURLToPath(new URL('example-runners/', import.meta.url))

/** Runs TypeScript or Python programs in one process. Returns their results in the same order. */
export async function runTogether(
  interpreter: string,
  programs: { path: string; environment: Record<string, string> }[],
  cwd: string,
): Promise<Answer[]> {
  const runner = `${runners}${interpreter === process.execPath ? 'run-examples.ts' : 'run_examples.py'}`
  const environment = { PYTHONPATH: pythonClient }
  const { code, stdout, stderr } = await run(interpreter, [runner], {
    cwd,
    environment,
    input: JSON.stringify(programs),
  })
  assert.deepEqual([code, stderr], [0, ''])
  return JSON.parse(stdout)
}

/**
 * Runs with a minimal environment, so that settings of the developer (above all proxies) have no effect. Node reads what it
 * compiled before from a cache.
 */
export function run(
  program: string,
  parameters: string[],
  { cwd, environment = {}, input }: { cwd: string; environment?: Record<string, string>; input?: string },
): Promise<Answer> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = {
    PATH,
    HOME,
    NODE_COMPILE_CACHE: NODE_COMPILE_CACHE && resolve(NODE_COMPILE_CACHE),
    PYTHONUTF8: '1',
    ...environment,
  }
  return new Promise((settle) => {
    const options = { cwd, env, timeout: deadlineMs, maxBuffer: 64 * 1024 * 1024 }
    const child = execFile(program, parameters, options, (error, stdout, stderr) => {
      settle({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
    })
    if (input !== undefined) child.stdin?.end(input)
  })
}

/** Runs a few at a time, because each is a process. Runs all of them, so that one run reports every broken one. */
export async function runAll<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const failures: string[] = []
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item).catch(({ message }) => failures.push(message))
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker))
  if (failures.length > 0) assert.fail(failures.join('\n'))
}

/** Fields that differ between data revisions or runs: only their format is compared. */
const varying = new Set(['revision', 'from', 'to', 'count', 'bank_count', 'created_at', 'request_id'])

/** Asserts that an example matches the response: all fields, and at least the listed elements of each list. */
export function assertShows(shown: unknown, served: unknown, place: string): void {
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(served), `${place} is no longer a list`)
    if (shown.length === 0) assert.deepEqual(served, [], place)
    for (const [at, element] of shown.entries()) {
      const name = nameOf(element)
      if (name === undefined) assert.deepEqual(served, shown, place)
      else {
        // Results of a batch have no name; they are in the order of the request.
        const found = name === '' ? served[at] : served.find((other) => nameOf(other) === name)
        assertShows(element, found, `${place}, ${name}`)
      }
    }
  } else if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof served === 'object' && served !== null, `${place} is not served`)
    assert.deepEqual(Object.keys(served).toSorted(), Object.keys(shown).toSorted(), place)
    for (const [key, value] of Object.entries(shown)) {
      const other: unknown = (served as Record<string, unknown>)[key]
      if (varying.has(key) || String(value).startsWith('rec_')) assert.equal(formOf(other), formOf(value), place)
      else assertShows(value, other, `${place}, ${key}`)
    }
  } else assert.deepEqual(served, shown, place)
}

/** The fields that identify an element of a list. */
function nameOf(element: unknown): string | undefined {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return undefined
  const { id, scheme, value, code, kind, key, method, error } = element as Record<string, unknown>
  return [id ?? code ?? kind ?? key ?? method ?? error, scheme, value]
    .filter((part) => typeof part === 'string')
    .join(' ')
}

const formOf = (value: unknown): string =>
  typeof value === 'number' ? 'a number' : withoutNames(String(value).replace(/^[0-9a-z]{10}-[0-9a-z]+$/, 'an id'))

/** Hides ids, keys and the digits of dates, which differ per run. */
export const withoutNames = (text: string): string =>
  text.replaceAll(/blk_(live|demo)_\w{36}/g, '<PUBLIC_HASH_KEY>').replaceAll(/\b(rec_|key_|\.)[0-9a-f]+\b|\d/g, '$1_')
