import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import type { RouteOptions } from 'fastify'
import { createQuotaReader } from './request-quota.ts'

const routes = [
  { method: 'GET', url: '/', config: { quota: ({ url }: IncomingMessage) => (url === '/' ? 'pages' : 'api') } },
  { method: ['GET', 'HEAD'], url: '/docs/:version', config: { isPage: true } },
  { method: 'POST', url: '/form', config: { isPage: true } },
  { method: 'GET', url: '/form', config: { isPage: true } },
  { method: 'GET', url: '/assets/:digest/:file', config: { isPage: true, quota: 'none' } },
  { method: 'GET', url: '/robots.txt', config: { quota: 'none' } },
  { method: 'GET', url: '/v1/banks', config: {} },
  { method: 'GET', url: '/v1/search' },
] as unknown as RouteOptions[]

test('a request counts against the quota of its route; unknown paths and bodies count against that of the API', () => {
  const quotaOf = createQuotaReader(routes)
  for (const [method, url, quota] of [
    ['GET', '/', 'pages'],
    ['GET', '/?q=access', 'api'],
    ['GET', '/docs/1.0', 'pages'],
    ['GET', '/docs/1.0/?q=/x', 'pages'],
    ['HEAD', '/docs/1.0', 'pages'],
    ['GET', '/docs', 'api'],
    ['GET', '/docs/1.0/x', 'api'],
    ['GET', '/form', 'pages'],
    ['POST', '/form', 'api'],
    ['GET', '/assets/a1/style.css', 'none'],
    ['GET', '/assets/a1/style.css?x', 'none'],
    ['GET', '/assets//style.css', 'api'],
    ['GET', '/robots.txt', 'none'],
    ['GET', '/robotsxtxt', 'api'],
    ['POST', '/robots.txt', 'api'],
    ['GET', '/v1/banks', 'api'],
    ['GET', '/v1/search?q=/robots.txt', 'api'],
    ['GET', '/x?/robots.txt', 'api'],
    ['OPTIONS', '/v1/banks', 'static'],
  ] as const) {
    assert.equal(quotaOf({ method, url, headers: {} } as IncomingMessage), quota, `${method} ${url}`)
  }
})
