/** The commands with `--url` against a service that is hostile, broken, or another program. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  escapeText,
  type Hostility,
  hostileBatch,
  hostileBody,
  hostilities,
  sendJson,
  startHostileService,
} from '../support/services/hostile-service.ts'
import { callCommand, callCommandWith } from '../support/services/in-process-command.ts'
import type { Answer } from '../support/services/processes.ts'

const commands = [
  'countries',
  'banks ng',
  'banks ng --csv',
  'bank ng-gtbank',
  'search gtb',
  'resolve 058',
  'requirements ng',
  'version',
]

const call = (command: string, url: string, ...more: string[]): Promise<Answer> =>
  callCommand(...command.split(' '), '--url', url, ...more)

/** Control characters except line feeds, and characters that change the text direction. */
const unprintable = /(?![\n])[\p{Cc}\p{Zl}\u200f\u202a-\u202e\u2066-\u2069]/u

for (const command of commands.filter((name) => !name.includes('--csv'))) {
  test(`${command}: no text of a service controls the terminal or adds a line`, async (t) => {
    const { url } = await startHostileService(t, hostilities['escape sequences'])
    for (const columns of [undefined, 80]) {
      const surroundings = { env: { NO_COLOR: '1' }, ...(columns && { columns }) }
      const { code, stdout, stderr } = await callCommandWith(surroundings, ...command.split(' '), '--url', url)
      assert.equal(code, 0)
      // A note of the service is on standard error.
      assert.doesNotMatch(stderr, unprintable)
      assert.doesNotMatch(stderr, /^forged/m)
      assert.match(stdout, /\\u001b\]0;title\\u0007/)
      assert.doesNotMatch(stdout, unprintable)
      assert.doesNotMatch(stdout, /^forged/m)
    }
    const json = await call(command, url, '--json')
    assert.doesNotMatch(json.stdout, unprintable)
    assert.ok(JSON.stringify(JSON.parse(json.stdout)).includes(JSON.stringify(escapeText).slice(1, -1)))
  })
}

test('CSV is escaped at a terminal, and unchanged in a file', async (t) => {
  const { url } = await startHostileService(t, hostilities['escape sequences'])
  const words = ['banks', 'ng', '--csv', '--url', url]
  const { stdout } = await callCommandWith({ columns: 80 }, ...words)
  assert.doesNotMatch(stdout.replaceAll('\r\n', '\n'), unprintable)
  assert.ok((await callCommand(...words)).stdout.includes(escapeText))
})

test('a checked file is escaped at a terminal, and its cells are unchanged in a file', async () => {
  const input = 'iban,note\nDE89370400440532013000,\u001b[31mred\n'
  const words = ['check', '--country', 'de']
  const { stdout } = await callCommandWith({ input, columns: 80 }, ...words)
  assert.match(stdout, /,\\u001b\[31mred,/)
  assert.ok((await callCommandWith({ input }, ...words)).stdout.includes(',\u001b[31mred,'))
})

/** How each hostility ends. */
const sentences: readonly [name: keyof typeof hostilities, sentence: RegExp][] = [
  ['an error with escape sequences', /: Bank\\u001b\]0;title\\u0007.*\\u000d\\u000aforged line$/],
  ['a long error', /: x{1000}$/],
  ['an error that is an object', /: http:\S+ returned status 400\.$/],
  ['no JSON', /: http:\S+ returned a response that is not JSON\.$/],
  ['null', /: http:\S+ returned JSON that is not from a Bank Lookup Service\.$/],
  ['an empty object', /: http:\S+ returned JSON that is not from a Bank Lookup Service\.$/],
  ['a list', /: http:\S+ returned JSON that is not from a Bank Lookup Service\.$/],
  ['prototype keys', /JSON that is not from a Bank Lookup Service\.$|is missing the field "\w+"\.$/],
  ['a redirect to itself', /: Cannot reach http:.*: redirect count exceeded; start the service, or leave out --url\.$/],
]

for (const [name, sentence] of sentences) {
  test(`${name} ends every command with one sentence`, async (t) => {
    const { url } = await startHostileService(t, hostilities[name])
    for (const command of commands) {
      const { code, stdout, stderr } = await call(command, url)
      assert.deepEqual([code, stdout], [2, ''], command)
      assert.match(stderr, /^bank-lookup: [^\n]+\n$/)
      assert.match(stderr.trimEnd(), sentence)
      assert.doesNotMatch(stderr, unprintable)
    }
  })
}

test('a response without end is read up to 64 MB, or up to --max-bytes', async (t) => {
  const { url } = await startHostileService(t, hostilities['a response without end'])
  const sentence = (size: string): string =>
    `bank-lookup: A response of ${url} is larger than ${size} MB. Use --max-bytes to allow more.\n`
  assert.deepEqual(await call('countries', url), { code: 2, stdout: '', stderr: sentence('64') })
  assert.equal((await call('countries', url, '--max-bytes', '500000')).stderr, sentence('0.5'))
  assert.match((await call('countries', url, '--max-bytes', '0')).stderr, /--max-bytes is "0"; use a whole number/)
})

for (const name of ['a gzip bomb', 'an error without end'] as const) {
  test(`${name}: the bytes after decompression count`, async (t) => {
    const { url } = await startHostileService(t, hostilities[name])
    const { code, stderr } = await call('banks ng', url, '--max-bytes', '500000')
    assert.equal(code, 2)
    assert.match(stderr, /is larger than 0\.5 MB\. Use --max-bytes to allow more\.\n$/)
  })
}

for (const name of ['half a response', 'no response'] as const) {
  test(`${name} is a timeout`, async (t) => {
    const service = await startHostileService(t, hostilities[name])
    const start = setTimeout
    t.mock.method(globalThis, 'setTimeout', (end: () => void, ms: number) => start(end, ms === 30_000 ? 500 : ms))
    const { code, stderr } = await call('countries', service.url)
    assert.deepEqual([code, stderr], [2, `bank-lookup: No response from ${service.url} within 30000 ms.\n`])
    assert.equal(service.requests.length, 1)
  })
}

/** Every body with one value replaced: at any depth, by a value of another type, or by none. */
function* damagedBodies(body: unknown): Generator<unknown> {
  for (const value of [undefined, null, 7, {}]) yield value
  if (typeof body !== 'object' || body === null) return
  for (const [key, value] of Object.entries(body))
    for (const damaged of damagedBodies(value))
      yield Array.isArray(body) ? body.with(Number(key), damaged) : { ...body, [key]: damaged }
}

for (const [command, path] of [
  ['countries', '/v1/supported-countries/'],
  ['banks ng', '/v1/banks'],
  ['bank ng-gtbank', '/v1/banks/ng-gtbank'],
  ['search gtb', '/v1/search'],
  ['branches in-dcb-bank', '/v1/branches'],
  ['resolve 058', '/v1/resolve'],
  ['requirements ng', '/v1/account-requirements'],
  ['version', '/v1/supported-countries/'],
] as const) {
  test(`${command}: a response with one wrong value is printed or named in one sentence`, async (t) => {
    let body: unknown
    const respond: Hostility = (response, at) =>
      sendJson(JSON.stringify(at.startsWith(path) ? body : hostileBody(at, 'text')) ?? '')(response, at)
    const { url } = await startHostileService(t, respond)
    const codes = new Set<number | null>()
    for (body of damagedBodies(hostileBody(path, 'text'))) {
      const { code, stderr } = await call(command, url)
      codes.add(code)
      if (code === 2) assert.match(stderr, /^bank-lookup: [^\n]+\n$/)
    }
    assert.ok(codes.has(2))
  })
}

test('a response that is nested too deeply to print is named in one sentence', async (t) => {
  const deep = `{"deep":${'['.repeat(200_000)}${']'.repeat(200_000)},`
  const { url } = await startHostileService(t, (response, path) =>
    sendJson(JSON.stringify(hostileBody(path, 'text')).replace('{', deep))(response, path),
  )
  assert.equal((await call('countries', url)).code, 0)
  const { code, stderr } = await call('countries', url, '--json')
  assert.deepEqual([code, stderr], [2, 'bank-lookup: The response is nested too deeply to print it.\n'])
})

test('a batch with too few results is an error', async (t) => {
  const { url } = await startHostileService(t, sendJson(JSON.stringify(hostileBatch('text'))))
  const { code, stderr } = await callCommandWith({ input: '058\n044\n' }, 'resolve', '--url', url)
  assert.deepEqual([code, stderr], [2, 'bank-lookup: The service returned 1 results for 2 items.\n'])
})

test('a newer service may add fields, kinds of identifiers and bank types', async (t) => {
  const body = JSON.stringify(hostileBody('/v1/resolve', 'text'))
    .replaceAll('"kind":"iban"', '"kind":"new_kind"')
    .replace('{', '{"new_field":1,')
  const { url } = await startHostileService(t, sendJson(body))
  const { code, stdout, stderr } = await call('resolve 058', url)
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /\n {2}valid {2}new_kind \(text\)/)
})
