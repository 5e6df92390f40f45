/** Messages to `/mcp` that are not of the protocol or ask for as much as they can. `test/mcp/http.test.ts` has more of the former. */
import { postRequest } from '../requests.ts'
import { type Attack, exchange } from './attacked-service.ts'

const cpuMsMax = 60
const settings = { RATE_LIMIT: 'off' }
const types = ['Accept: application/json, text/event-stream']

const message = (method: unknown, params: unknown = {}, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const call = (name: string, input: object): string => message('tools/call', { name, arguments: input })
const read = (uri: string): string => message('resources/read', { uri })
const nested = (count: number): string => '['.repeat(count) + ']'.repeat(count)

const messages = [
  ...[
    '',
    '{}',
    'null',
    '"x"',
    `[${message('tools/list')}]`,
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"id":1,"method":"tools/list"}',
  ],
  ...[{ a: 1 }, null, 'x'.repeat(100_000)].map((id) => message('tools/list', {}, id)),
  message('tools/list').replace('"id":1', '"id":1e400'),
  ...['__proto__', 'constructor', 'sampling/createMessage', 'ping', 'logging/setLevel', 'tasks/list'].map((name) =>
    message(name),
  ),
  message('resources/subscribe', { uri: 'docs://index' }),
  message('subscriptions/listen', { notifications: { toolsListChanged: true } }),
  ...['__proto__', 'constructor', 'toString', ''].map((name) => call(name, {})),
  call('get_bank', { id: 'ng-access-bank' }).replace('"id":"ng', '"__proto__":{"id":"x"},"id":"ng'),
  ...[
    'docs://../../etc/passwd',
    'file:///etc/passwd',
    `bank://${'%ff'.repeat(100)}`,
    `docs://${'%2e'.repeat(30_000)}`,
  ].map(read),
  call('search_banks', { query: 'a '.repeat(50_000) }),
  ...[Array(51).fill('7072'), [{ a: 1 }], Array(50).fill('9'.repeat(2_000))].map((identifiers) =>
    call('resolve_identifier', { identifiers }),
  ),
  call('check_account', { country: 'ng', method: 'ng_nuban', fields: JSON.parse('{"__proto__":{"x":1}}') }),
  call('get_bank', { id: 'ID' }).replace('"ID"', nested(60_000)),
  message('tools/list', { _meta: 0 }).replace(':0}', `:${nested(60_000)}}`),
  message('ping', { x: 'a'.repeat(131_100) }),
]

const expensive: Record<string, string> = {
  'tools/list': message('tools/list'),
  'search_banks for the US': call('search_banks', { country: 'us', limit: 20 }),
  '50 identical BICs': call('resolve_identifier', { identifiers: Array(50).fill('POLUPLPR') }),
  '50 identical codes': call('resolve_identifier', { identifiers: Array(50).fill('7072') }),
  'the reference': read('docs://reference'),
}

export const mcp: readonly Attack[] = [
  {
    name: `mcp: ${messages.length} odd messages`,
    run: async (start) => {
      const { port } = await start(settings)
      const statuses: number[] = []
      for (const body of messages) {
        const [status = 0] = await exchange(port, '127.0.0.1', [postRequest(port, '/mcp', body, types)])
        statuses.push(status)
      }
      const wrong = messages.filter((_, at) => statuses[at] === 0 || (statuses[at] as number) >= 500)
      const counts = [...new Set(statuses)]
        .sort()
        .map((one) => `${one}: ${statuses.filter((status) => status === one).length}`)
      return {
        figures: [counts.join(', '), ...wrong.map((body) => body.slice(0, 100))].join('\n  '),
        limit: '0 without a response or with a 5xx',
        isOk: wrong.length === 0,
      }
    },
  },
  ...Object.entries(expensive).map(
    ([name, body]): Attack => ({
      name: `mcp: CPU of ${name}`,
      run: async (start) => {
        const service = await start(settings)
        const request = postRequest(service.port, '/mcp', body, types)
        const count = 40
        await exchange(service.port, '127.0.0.1', [request])
        const before = service.exactCpuMs()
        await exchange(service.port, '127.0.0.1', Array(count).fill(request))
        const cpuMs = (service.exactCpuMs() - before) / count
        return { figures: `${cpuMs.toFixed(1)} ms`, limit: `${cpuMsMax} ms`, isOk: cpuMs <= cpuMsMax }
      },
    }),
  ),
]
