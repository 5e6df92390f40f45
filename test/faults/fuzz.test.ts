import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { cpSync, createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { median } from '../../bench/median.ts'
import { dataFolder } from '../support/data/shipped.ts'
import { damage, sendBytes } from '../support/fuzz/fuzz-bytes.ts'
import { runSession } from '../support/fuzz/fuzz-client.ts'
import { createRandom, createRequestGenerator, type FuzzedRequest } from '../support/fuzz/fuzz-requests.ts'
import { headerOf, type ParsedResponse } from '../support/fuzz/response-reader.ts'
import { isLong, often } from '../support/repetitions.ts'
import { root, startListening, temporaryFolder } from '../support/services/processes.ts'
import { sendRaw } from '../support/services/requests.ts'
import { openHeap } from '../support/services/watched-process.ts'

/** Fixed in a short run, random in a long run. Set SEED to reproduce a failure. */
const seed = Number(process.env.SEED ?? (isLong ? randomInt(2 ** 31) : 1))
const requests = often(4_000, 1_000_000)
/** The heap is measured after each round, when no request is in progress. */
const rounds = often(4, 10)
/** In a long run this is 20 bytes per request. */
const growthBytesMax = often(2, 10) * 1024 * 1024

/** Sent in queries, bodies, paths and request ids; none may reach the log. */
const accounts = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'NL91 ABNA 0417 1643 00',
  '4000001234567899876543',
]

/** Matches stack traces and paths of this machine. */
const leak = new RegExp(`${root.replace(/\/$/, '')}|node:internal|\\n\\s+at \\S+ \\(|\\.[jt]s:\\d+:\\d+`)

const checkedBytesMax = 64 * 1024

/** Returns what is wrong with a response, if anything. */
function faultOf({ id, isHead, expectedStart, wantsJson }: FuzzedRequest, { status, head, body }: ParsedResponse) {
  // On a busy machine, one address can have more lists waiting than it may.
  const isBusy = status === 503 && headerOf(head, 'error-code') === 'lists_busy'
  if (!(status === 200 || status === 304 || isBusy || (status >= 400 && status < 500))) return `status ${status}`
  const ownId = headerOf(head, 'x-request-id')
  if (id !== undefined && ownId !== undefined && ownId !== id && ownId.startsWith('fuzz-'))
    return `the response of ${ownId}`
  if (leak.test(head)) return 'a leak in its headers'
  if (isHead || status === 304 || body.length > checkedBytesMax || headerOf(head, 'content-encoding')) return undefined
  const [text, type = ''] = [body.toString(), headerOf(head, 'content-type')]
  if (leak.test(text)) return 'a leak'
  if (status === 200 && expectedStart !== undefined && !text.startsWith(expectedStart)) return `not ${expectedStart}`
  if (wantsJson && status >= 400 && !type.startsWith('application/problem+json')) return `${type}, not a problem`
  if (type.includes('json')) {
    try {
      const { status: stated = status } = JSON.parse(text) as { status?: unknown }
      if (status >= 400 && stated !== status) return `status ${status} and ${stated}`
    } catch {
      return 'invalid JSON'
    }
  }
  return undefined
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

test(`${requests} fuzzed requests: no crash, no server error, no leak`, async (t) => {
  const folder = temporaryFolder(t)
  const log = join(folder, 'log')
  // Log to a file: the log is long, and an unread pipe would look like a memory leak.
  const within = ['sh', '-c', 'log=$0; exec "$@" 2>"$log"', log]
  const data = join(folder, 'data')
  // Serve a copy: an edit of the data during a long run would appear in the log.
  cpSync(dataFolder, data, { recursive: true })
  const settings = { DATA_DIR: data, DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`, RATE_LIMIT: 'off' }
  const service = await startListening(t, { ...settings, NODE_OPTIONS: '--inspect=127.0.0.1:0' }, within)
  const port = Number(new URL(service.url).port)
  const greeting = service.stdout()
  const key = /blk_demo_\w{36}/.exec(greeting)?.[0] ?? ''
  assert.notEqual(key, '')
  const heap = await openHeap(/ws:\/\/\S+/.exec(readFileSync(log, 'utf8'))?.[0] ?? '')
  t.after(() => heap.close())

  const host = 'Host: x\r\nConnection: close\r\n'
  const identifier = '{"identifier":"058"}'
  const lookups = [
    `GET /v1/banks?country=va HTTP/1.1\r\n${host}\r\n`,
    `GET /v1/search?q=access HTTP/1.1\r\n${host}\r\n`,
    `POST /v1/resolve HTTP/1.1\r\n${host}Content-Length: ${identifier.length}\r\n\r\n${identifier}`,
    `GET /docs HTTP/1.1\r\n${host}\r\n`,
  ]
  const lookUp = async (): Promise<string[]> =>
    (await Promise.all(lookups.map((request) => sendRaw(port, request, { end: false })))).map((text) =>
      text.replaceAll(/\r\n(Date|X-Request-Id): .*/gi, ''),
    )
  const responsesBefore = await lookUp()
  // Fill the response cache before the first measurement.
  for (const country of ['us', 'eu', 'de', 'it', 'ng']) {
    for (const path of ['banks?status=any&', 'banks.csv?', 'banks.csv?status=any&', 'banks.xlsx?']) {
      const request = `GET /v1/${path}country=${country} HTTP/1.1\r\n${host}\r\n`
      assert.match(await sendRaw(port, request, { end: false }), /^HTTP\/1\.1 200 /)
    }
  }

  const counts = new Map<string, number>()
  const count = (what: string | number): void => void counts.set(String(what), (counts.get(String(what)) ?? 0) + 1)
  const faults: string[] = []
  const fault = (text: string, what: string): void => {
    if (faults.length < 5) faults.push(`${what}, to ${JSON.stringify(text.slice(0, 3_000))}`)
  }
  const [whole, broken] = [createRequestGenerator(seed, key, accounts), createRequestGenerator(seed + 1, key, [])]
  let [number, brokenNumber] = [0, 0]
  const talk = (until: number): Promise<void> =>
    runSession({
      port,
      nextBatch: () => {
        const batch: FuzzedRequest[] = []
        while (number < until && batch.length < 16 && !batch.at(-1)?.mayClose) batch.push(whole(number++))
        return batch
      },
      onResponse: (request, answer) => {
        count(answer.status)
        const what = faultOf(request, answer)
        if (what !== undefined) fault(request.text, `${request.number}: ${what}: ${answer.head.slice(0, 300)}`)
      },
      onDropped: () => count('not read'),
      onFault: (request, what) => fault(request?.text ?? '', `${request?.number}: ${what}`),
    })
  const breakBytes = async (until: number): Promise<void> => {
    while (brokenNumber < until) {
      const random = createRandom(seed + 1, brokenNumber)
      const together = Math.min(1 + random(4), until - brokenNumber)
      const text = Array.from({ length: together }, () => broken(brokenNumber++).text).join('')
      const bytes = damage(random, text)
      const behaviour = { waits: random(8) === 0, resetAfterMs: random(8) === 0 ? random(20) : undefined }
      const answer = await sendBytes(port, bytes, behaviour).catch((error: Error) => `${error.message}`)
      if (answer !== '' && !answer.startsWith('HTTP/1.1 ')) fault(bytes, answer.slice(0, 200))
      if (leak.test(answer)) fault(bytes, 'a leak')
      if (/HTTP\/1\.1 (?!1|2|304|4)\d/.test(answer) && !/\nerror-code: lists_busy\r/i.test(answer))
        fault(bytes, answer.slice(0, 500))
      for (let each = 0; each < together; each++) count('broken')
    }
  }

  const used: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const part = (requests * round) / rounds
    const talking = Array.from({ length: 32 }, () => talk(part * 0.8))
    const breaking = Array.from({ length: 16 }, () => breakBytes(part * 0.2))
    await Promise.all([...talking, ...breaking])
    assert.deepEqual(faults, [], `seed ${seed}`)
    assert.equal(service.child.exitCode, null)
    used.push(await heap.usedBytes())
  }
  const half = rounds / 2
  const [first, second] = [median(used.slice(0, half)), median(used.slice(half))]
  const statuses = [...counts].toSorted().map(([what, times]) => `${what}: ${times}`)
  t.diagnostic(`${number + brokenNumber} requests, seed ${seed}, by status ${statuses.join(', ')}`)
  t.diagnostic(`heap ${megabytes(first)}, then ${megabytes(second)}: ${used.map(megabytes).join(', ')}`)
  assert.ok(second - first < growthBytesMax, `the heap grew from ${megabytes(first)} to ${megabytes(second)}`)

  assert.deepEqual(await lookUp(), responsesBefore)
  assert.equal(service.stdout(), greeting)
  const spellings = accounts.flatMap((account) => [account, encodeURIComponent(account), account.replaceAll(' ', '')])
  assert.deepEqual(await logged(log, [key, ...spellings]), [])
})

/** Returns those of the given texts that the log contains, and its warnings and errors other than `lists_busy`. */
async function logged(log: string, texts: string[]): Promise<string[]> {
  const found = new Set<string>()
  let rest = ''
  for await (const piece of createReadStream(log, { encoding: 'utf8', highWaterMark: 1024 * 1024 })) {
    const lines = rest + piece
    for (const text of texts) if (lines.includes(text)) found.add(text)
    for (const [line] of lines.matchAll(/^\{"level":[4-6]0(?!.*"code":"lists_busy").*$/gm))
      if (found.size < 5) found.add(line)
    rest = lines.slice(lines.lastIndexOf('\n') + 1)
  }
  return [...found]
}
