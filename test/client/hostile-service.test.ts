/** The client against a service that is hostile, broken, or another program: every failure is a `BankLookupError`. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { BankLookupClient, BankLookupError, type Update } from '../../packages/client/src/index.ts'
import {
  type Hostility,
  hostileBody,
  hostilities,
  sendJson,
  startHostileService,
} from '../support/services/hostile-service.ts'

const firstUpdate = async (client: BankLookupClient, since?: string): Promise<Update | undefined> =>
  (await client.sync({ since }).next()).value ?? undefined

const calls: Record<string, (client: BankLookupClient) => Promise<unknown>> = {
  supportedCountries: (client) => client.supportedCountries(),
  listBanks: (client) => client.listBanks('ng'),
  getBank: (client) => client.getBank('ng-gtbank'),
  search: (client) => client.search('gtb'),
  resolve: (client) => client.resolve('058'),
  'resolve of a list': (client) => client.resolve(['058']),
  accountRequirements: (client) => client.accountRequirements('ng'),
  checkAccount: (client) => client.checkAccount({ country: 'ng', method: 'x', fields: {} }),
  checkAccounts: (client) => client.checkAccounts([{ country: 'ng', method: 'x', fields: {} }]),
  listBranches: (client) => client.listBranches('in-dcb-bank'),
  changes: (client) => client.changes('1'),
  sync: (client) => firstUpdate(client),
  'sync of a copy': (client) => firstUpdate(client, '1'),
  createRecord: (client) => client.createRecord(),
}

/** Retries would only take time. */
const clientFor = (baseUrl: string, maxBytes?: number): BankLookupClient =>
  new BankLookupClient({ baseUrl, retries: 0, maxBytes })

const errorOf = async (call: Promise<unknown>): Promise<BankLookupError> => {
  const error = await call.then(
    () => assert.fail('no error'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof BankLookupError, String(error))
  return error
}

for (const [name, code, message] of [
  ['null', 'unexpected_response', /returned JSON that is not from a Bank Lookup Service\.$/],
  ['an empty object', 'unexpected_response', /returned JSON that is not from a Bank Lookup Service\.$/],
  ['a list', 'unexpected_response', /returned JSON that is not from a Bank Lookup Service\.$/],
  ['no JSON', 'unexpected_response', /returned a response that is not JSON\.$/],
  ['a redirect to itself', 'network_error', /^Cannot reach /],
  ['a long error', 'x', /^.{1000}$/],
] as const) {
  test(`${name} is the error ${code} of every method`, async (t) => {
    const { url } = await startHostileService(t, hostilities[name])
    for (const [method, call] of Object.entries(calls)) {
      const error = await errorOf(call(clientFor(url)))
      assert.equal(error.code, code, method)
      assert.match(error.message, message, method)
    }
  })
}

for (const [name, status] of [
  ['a response without end', 200],
  ['a gzip bomb', 200],
  ['an error without end', 400],
] as const) {
  test(`${name} is read up to maxBytes, and the connection is closed`, async (t) => {
    const closed = Promise.withResolvers<void>()
    const hostility: Hostility = (response, path) => {
      response.on('close', closed.resolve)
      const send: Hostility = hostilities[name]
      send(response, path)
    }
    const { url, requests } = await startHostileService(t, hostility)
    const client = new BankLookupClient({ baseUrl: url, maxBytes: 500_000 })
    const error = await errorOf(client.listBanks('ng'))
    assert.deepEqual([error.code, error.status], ['response_too_large', status])
    assert.match(error.message, /^The response of http:\S+ is larger than 0\.5 MB\. Use maxBytes to allow more\.$/)
    assert.equal(requests.length, 1)
    await closed.promise
  })
}

test('a response is read up to 64 MB by default', async (t) => {
  const { url } = await startHostileService(t, hostilities['a response without end'])
  assert.match((await errorOf(clientFor(url).listBanks('ng'))).message, /is larger than 64 MB\./)
})

test('a response of exactly maxBytes is read, also if a character is cut in two by the network', async (t) => {
  const body = Buffer.from(JSON.stringify({ countries: [], revision: 'é' }))
  const middle = body.indexOf(Buffer.from('é')) + 1
  const { url } = await startHostileService(t, (response) => {
    response.write(body.subarray(0, middle), () => response.end(body.subarray(middle)))
  })
  assert.equal((await clientFor(url, body.length).supportedCountries()).revision, 'é')
  assert.equal((await errorOf(clientFor(url, body.length - 1).supportedCountries())).code, 'response_too_large')
})

for (const [what, body] of [
  ['no stream', undefined],
  ['a stream of Node', Readable.from([])],
] as const) {
  test(`the option fetch may return a response with ${what}, which is also limited to maxBytes`, async () => {
    const json = '{"countries":[],"revision":"1"}'
    const response = { status: 200, headers: new Headers(), body, text: async () => json }
    const fetch = async () => response as unknown as Response
    const clientWith = (maxBytes: number) =>
      new BankLookupClient({ baseUrl: 'http://bank-lookup.test', retries: 0, maxBytes, fetch })
    assert.deepEqual(await clientWith(json.length).supportedCountries(), JSON.parse(json))
    assert.equal((await errorOf(clientWith(json.length - 1).supportedCountries())).code, 'response_too_large')
  })
}

test('a response that fits the schemas is returned', async (t) => {
  const { url } = await startHostileService(t, hostilities['escape sequences'])
  for (const [method, call] of Object.entries(calls)) {
    if (!/list|checkAccounts/.test(method)) await call(clientFor(url))
  }
})

/** Sends these bodies for their paths, and proper ones for all others. */
const bodies = (hostile: Record<string, unknown>): Hostility => {
  const entries = Object.entries(hostile)
  return (response, path) => {
    const [, body] = entries.find(([start]) => path.startsWith(start)) ?? ['', hostileBody(path, 'text')]
    sendJson(JSON.stringify(body))(response, path)
  }
}

for (const [what, hostile] of [
  ['no list of banks', { '/v1/banks': { revision: '2', banks: {} } }],
  ['banks that are null', { '/v1/banks': { revision: '2', banks: [null] } }],
  ['banks without an id', { '/v1/banks': { revision: '2', banks: [{}] } }],
  ['a list without a revision', { '/v1/banks': { banks: [] } }],
  ['no countries', { '/v1/supported-countries': { countries: [] } }],
  ['changes without an id', { '/v1/changes': { to: '2', changes: [{ bank: null }] } }],
  ['changes to anything other than a bank', { '/v1/changes': { to: '2', changes: [{ id: 'ng-x', bank: [null] }] } }],
  ['changes to no revision', { '/v1/changes': { changes: [] } }],
] as const) {
  test(`a sync yields nothing if the service returns ${what}`, async (t) => {
    const { url } = await startHostileService(t, bodies(hostile))
    const since = '/v1/changes' in hostile ? '1' : undefined
    assert.equal((await errorOf(firstUpdate(clientFor(url), since))).code, 'unexpected_response')
  })
}

test('a batch with too few results is an error', async (t) => {
  const { url } = await startHostileService(t, sendJson('{"results":[{}]}'))
  const error = await errorOf(clientFor(url).resolve(['058', '044']))
  assert.equal(error.message, 'The service returned 1 results for 2 items.')
})
