/** The same service twice: once with the fast path, once with the framework alone. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { AppOptions } from '../../../src/http/app.ts'
import { comparable, sendAll } from './requests.ts'
import { startOwnService } from './service.ts'

export interface BothPaths {
  port: number
  frameworkPort: number
}

export async function startBothPaths(t: TestContext, options: Partial<AppOptions>): Promise<BothPaths> {
  const { app, port } = await startOwnService(t, options)
  const framework = createServer({ requireHostHeader: false, keepAliveTimeout: 65_000 }, (request, response) =>
    app.routing(request, response),
  )
  framework.on('checkExpectation', (request, response) => app.routing(request, response))
  framework.listen(0, '127.0.0.1')
  await once(framework, 'listening')
  t.after(() => framework.close())
  return { port, frameworkPort: (framework.address() as AddressInfo).port }
}

/** Asserts that both paths return the same response, with the given status. */
export async function assertSameResponses(
  { port, frameworkPort }: BothPaths,
  requests: readonly { request: string; status: number }[],
): Promise<void> {
  for (let at = 0; at < requests.length; at += 20) {
    const group = requests.slice(at, at + 20)
    const texts = group.map(({ request }) => request)
    const [first, second] = await Promise.all([sendAll(port, texts), sendAll(frameworkPort, texts)])
    for (const [index, { request, status }] of group.entries()) {
      assert.equal(comparable(first[index] as string), comparable(second[index] as string), request)
      assert.match(first[index] as string, new RegExp(`^HTTP/1\\.1 ${status} `), request)
    }
  }
}
