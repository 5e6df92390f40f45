/**
 * The same request for the fast path and for the framework, which gets it if a letter of the path is percent-encoded. Both must
 * return the same response, or a cache or a filter in front could be deceived.
 */
import { comparable, sendAll } from '../../../test/support/services/requests.ts'
import type { Attack } from './attacked-service.ts'

const headers = [
  ...['', 'Accept-Encoding: gzip', 'Accept-Encoding: br;q=0.5, gzip;q=1', 'Accept-Encoding: *;q=0', 'If-None-Match: *'],
  ...['If-None-Match: "x"', 'Range: bytes=0-10', 'If-Modified-Since: Mon, 01 Jan 2035 00:00:00 GMT', 'If-Match: "x"'],
  ...[
    'Accept: text/html',
    'Accept: application/xml',
    'X-Request-Id: a\r\nX-Request-Id: b',
    'Origin: http://other.example',
  ],
  ...['Authorization: Basic eDp5', 'Content-Length: 0', 'Connection: close', 'Host: y'],
]

const targets = [
  ...[
    '?country=va',
    '?country=VA',
    '?country=us&limit=3',
    '?country=va&country=ng',
    '?country=%76a',
    '?country=va&x=1',
  ],
  ...[
    '?country=va&',
    '?&country=va',
    '?country',
    '?country=va&limit=01',
    '?country=va&limit=1e1',
    '?country=va&limit=-1',
  ],
  ...[
    '?country=ng&fields=__proto__',
    '?__proto__=1&country=va',
    '?constructor=x&country=va',
    '/ng-access-bank',
    '/nothing',
  ],
].map((rest) => `/v1/banks${rest}`)
targets.push(
  ...[
    'access',
    '',
    'a%00b',
    '%ff',
    'a+b',
    'a%2Bb',
    '%F0%9F%92%A9',
    'a'.repeat(101),
    'access&fields=id,name',
    'access&fields=',
  ].map((text) => `/v1/search?q=${text}`),
  '/v1/supported-countries/',
  '/v1/account-requirements?country=ng',
)

const bodies = [
  ...[
    '{"country":"va"}',
    '{"country":"VA","x":1}',
    '{"country":"va","country":"ng"}',
    '{"country":null}',
    '{"country":["va"]}',
  ],
  ...['{"__proto__":{"country":"va"}}', '{"country":"va","__proto__":{"a":1}}', '\xEF\xBB\xBF{"country":"va"}'],
  ...[
    '{"constructor":{"prototype":{"a":1}},"country":"va"}',
    '{"country":"va"} ',
    '{"country":"va"}x',
    '{"identifier":"044"}',
  ],
  ...[
    '{"identifier":"044","country":"ng"}',
    '{"identifier":"044","identifiers":null}',
    '{"identifier":44}',
    '[]',
    'null',
    '',
    ' ',
  ],
  ...[
    '{"identifier":"\\ud800"}',
    '{"identifier":"a\\u0000b"}',
    `{"identifier":"${'9'.repeat(101)}"}`,
    '{"identifier":"\xFF\xFE"}',
  ],
]
const json = 'Content-Type: application/json'
const types = [
  json,
  '',
  `${json}; charset=utf-16`,
  'Content-Type: Application/JSON',
  `Content-Encoding: gzip\r\n${json}`,
]
const bodyPaths = [
  '/v1/banks',
  '/v1/resolve',
  '/v1/account-requirements',
  '/v1/resolve?fields=id',
  '/v1/banks?country=ng',
]

const lines = (start: string, header: string): string =>
  [start, 'Host: x', ...(header === '' ? [] : [header]), '', ''].join('\r\n')

const requests = [
  ...headers.flatMap((header) => targets.map((path) => lines(`GET ${path} HTTP/1.1`, header))),
  ...targets.map((path) => lines(`HEAD ${path} HTTP/1.1`, '')),
  ...bodyPaths.flatMap((path) =>
    bodies.flatMap((body) =>
      types.map((type) => lines(`POST ${path} HTTP/1.1`, `${type}\r\nContent-Length: ${body.length}`.trim()) + body),
    ),
  ),
]

export const paths: readonly Attack[] = [
  {
    name: `paths: ${requests.length.toLocaleString('en')} requests for the fast path and for the framework`,
    run: async (start) => {
      const { port } = await start({ RATE_LIMIT: 'off' })
      const wrong: string[] = []
      for (let at = 0; at < requests.length; at += 40) {
        const group = requests.slice(at, at + 40)
        const encoded = group.map((request) => request.replace('/v1/', '/%76%31/'))
        const [first, second] = [await sendAll(port, group), await sendAll(port, encoded)]
        const differing = group.filter((_, index) => !isSame(first[index] as string, second[index] as string))
        wrong.push(...differing.map((request) => JSON.stringify(request)))
      }
      return {
        figures: `${wrong.length} differ${wrong.map((line) => `\n  ${line}`).join('')}`,
        limit: '0',
        isOk: wrong.length === 0,
      }
    },
  },
]

const isSame = (first: string, second: string): boolean => comparable(first) === comparable(second)
