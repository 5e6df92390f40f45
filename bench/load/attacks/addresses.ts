/** Ways to look like many clients behind a trusted proxy: of 60 requests, the quota of 20 must pass, and no more. */
import { type Attack, exchange } from './attacked-service.ts'

const quota = 20
const settings = { TRUST_PROXY: '127.0.0.1', RATE_LIMIT: `${quota},60` }

const cycle = (values: readonly string[], at: number): string => values[at % values.length] as string
const forwarded = (value: string): string => `X-Forwarded-For: ${value}`

/** The headers of request number `at`. */
const ways: Record<string, (at: number) => string> = {
  'another first entry': (at) => forwarded(`10.9.${at}.1, 203.0.113.1`),
  'another first header': (at) => `${forwarded(`10.8.${at}.1`)}\r\n${forwarded('203.0.113.2')}`,
  'another port': (at) => forwarded(`203.0.113.3:${at + 1000}`),
  'another address of one IPv6 network': (at) => forwarded(`2001:db8:1:1::${at.toString(16)}`),
  'another IPv6 port': (at) => forwarded(`[2001:db8:1:2::${at.toString(16)}]:${at + 1}`),
  'another zone': (at) => forwarded(`fe80::1%eth${at}`),
  'forms of a mapped address': (at) =>
    forwarded(cycle(['203.0.113.4', '::ffff:203.0.113.4', '::ffff:cb00:7104', '0:0:0:0:0:FFFF:cb00:7104'], at)),
  'leading zeros and spaces': (at) => forwarded(cycle(['203.0.113.6', '203.0.113.006', ' 203.0.113.6 '], at)),
  'forms of an IPv6 address': (at) =>
    forwarded(cycle(['2001:DB8:1:3::1', '2001:0db8:0001:0003:0:0:0:2', '2001:db8:1:3:0::5'], at)),
  'another X-Real-IP': (at) => `X-Real-IP: 203.0.115.${at}\r\n${forwarded('203.0.113.8')}`,
  'another Forwarded': (at) => `Forwarded: for=203.0.115.${at}\r\n${forwarded('203.0.113.9')}`,
  'no address': () => forwarded('unknown'),
  'an unknown key': (at) =>
    `${forwarded('203.0.113.22')}\r\nAuthorization: Bearer blk_demo_${String(at).padStart(32, '0')}`,
}

const count = Object.keys(ways).length

export const addresses: readonly Attack[] = [
  {
    name: `addresses: ${count} ways to look like many clients`,
    run: async (start) => {
      const { port } = await start(settings)
      const wrong: string[] = []
      for (const [name, headers] of Object.entries(ways)) {
        const requests = Array.from({ length: 3 * quota }, (_, at) =>
          Buffer.from(`GET /v1/banks?country=va HTTP/1.1\r\nHost: x\r\n${headers(at)}\r\n\r\n`),
        )
        const responses = await exchange(port, '127.0.0.1', requests)
        const passed = responses.filter((status) => status !== 429).length
        if (passed !== quota || responses.length !== requests.length) wrong.push(`${name}: ${passed}`)
      }
      return {
        figures: [`${wrong.length} passed another number`, ...wrong].join('\n  '),
        limit: '0',
        isOk: wrong.length === 0,
      }
    },
  },
  {
    name: 'addresses: 60 clients with mapped addresses',
    run: async (start) => {
      const { port } = await start(settings)
      const requests = Array.from({ length: 60 }, (_, at) =>
        Buffer.from(
          `GET /v1/banks?country=va HTTP/1.1\r\nHost: x\r\n${forwarded(`::ffff:cb00:72${(at + 16).toString(16)}`)}\r\n\r\n`,
        ),
      )
      const limited = (await exchange(port, '127.0.0.1', requests)).filter((status) => status !== 200).length
      return { figures: `${limited} limited`, limit: '0', isOk: limited === 0 }
    },
  },
]
