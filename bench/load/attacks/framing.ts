/**
 * Requests whose end is ambiguous, each followed by another request. A proxy in front could see one request where the service sees
 * two, so the service must close the connection after a 400. `test/faults/connections-malformed.test.ts` and
 * `test/api/smuggling.test.ts` have further requests of this kind.
 */
import { sendRaw } from '../../../test/support/services/requests.ts'
import type { Attack } from './attacked-service.ts'

const next = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const post = 'POST /v1/supported-countries/ HTTP/1.1\r\nHost: x\r\n'
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`
const get = 'GET /healthz HTTP/1.1\r\nHost: x\r\n'

const codings = {
  invalid: ['xchunked', 'chunked, identity', 'identity', 'identity, chunked', 'chunked, chunked', '"chunked"'].concat([
    'chunked;q=1',
    'gzip',
    '\x0Bchunked',
    'chunked\0',
    'chunked,',
    ',chunked',
    'chunked\r\nTransfer-Encoding: identity',
  ]),
  valid: ['chunked', ' chunked', 'Chunked'],
}
const lengths = {
  invalid: [
    '+0',
    '-0',
    '0x0',
    '0,0',
    '0, 0',
    '',
    '1e1',
    '18446744073709551616',
    '-1',
    '\xEF\xBC\x90',
    '0;',
    '0\x0B',
  ].concat(['0\r\nContent-Length: 0', '0\r\nContent-Length: 44', '0\r\nTransfer-Encoding: chunked']),
  valid: ['0', ' 0', '0 ', '00', '0\t'],
}

/** The first request and whether it is valid. */
const firstRequests: [bytes: string, isValid: boolean][] = [
  ...codings.invalid.map((value): [string, boolean] => [`${post}Transfer-Encoding: ${value}\r\n\r\n0\r\n\r\n`, false]),
  ...codings.valid.map((value): [string, boolean] => [`${post}Transfer-Encoding: ${value}\r\n\r\n0\r\n\r\n`, true]),
  ...lengths.invalid.map((value): [string, boolean] => [`${post}Content-Length: ${value}\r\n\r\n`, false]),
  ...lengths.valid.map((value): [string, boolean] => [`${post}Content-Length: ${value}\r\n\r\n`, true]),
  [`${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`, false],
  [`${post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`, false],
  [`${chunked}1\nx\r\n0\r\n\r\n`, false],
  [`${chunked}1\r\nx\n0\r\n\r\n`, false],
  [`${chunked}1;a\nx\r\n0\r\n\r\n`, false],
  [`${chunked}1 \r\nx\r\n0\r\n\r\n`, false],
  [`${chunked}0x1\r\nx\r\n0\r\n\r\n`, false],
  [`${chunked}10000000000000001\r\nx\r\n0\r\n\r\n`, false],
  [`${chunked}1;a=b\r\nx\r\n0\r\n\r\n`, true],
  [`${chunked}0\r\nContent-Length: 50\r\nHost: other\r\n\r\n`, false],
  [`${get}X-A: b\r\n c: d\r\n\r\n`, false],
  [`${get}X-A: b\nX-B: c\r\n\r\n`, false],
  [`${get}X-A: b\rX-B: c\r\n\r\n`, false],
  [`${get}X A: b\r\n\r\n`, false],
  [`${get} X-A: b\r\n\r\n`, false],
  [`${get}no colon\r\n\r\n`, false],
  [`${get}: b\r\n\r\n`, false],
  [`${get}X-A: b\0\r\n\r\n`, false],
  [`${get}\n`, false],
  [`${get}Content-Length: 3\r\n\r\nabc`, true],
  [`\r\n\r\n${get}\r\n`, true],
]

export const framing: readonly Attack[] = [
  {
    name: `framing: ${firstRequests.length} ambiguous or odd requests before another`,
    run: async (start) => {
      const { port } = await start({ RATE_LIMIT: 'off' })
      const wrong: string[] = []
      const send = async ([bytes, isValid]: (typeof firstRequests)[0]): Promise<void> => {
        const text = await sendRaw(port, Buffer.from(bytes + next, 'latin1'), { end: false })
        const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status).join(' ')
        if (statuses !== (isValid ? '200 200' : '400')) wrong.push(`${JSON.stringify(bytes)} got ${statuses}`)
      }
      await Promise.all(firstRequests.map(send))
      return {
        figures: `${wrong.length} wrong${wrong.map((line) => `\n  ${line}`).join('')}`,
        limit: '0',
        isOk: wrong.length === 0,
      }
    },
  },
]
