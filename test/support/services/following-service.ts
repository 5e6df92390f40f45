/** Starts services that follow a data channel, and waits for what they do. */
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { small, writeFolder } from '../data/small-data.ts'
import { waitUntil } from '../wait-until.ts'
import { startListening, temporaryFolder } from './processes.ts'
import type { StaticServer } from './static-server.ts'

/** Settings of a service that asks for a new release each second. */
export function settingsOf(
  t: Pick<TestContext, 'after'>,
  url: string,
  keys: string,
  more: Record<string, string> = {},
) {
  const folder = temporaryFolder(t)
  return {
    DATA_DIR: writeFolder(t, small()),
    DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
    DATA_CHANNEL: url,
    DATA_CHANNEL_KEY: keys,
    DATA_CHANNEL_DIR: join(folder, 'followed'),
    DATA_CHANNEL_INTERVAL: '1s',
    RATE_LIMIT: 'off',
    ...more,
  }
}

export async function startFollowing(t: Pick<TestContext, 'after'>, settings: ReturnType<typeof settingsOf>) {
  const started = await startListening(t, settings)
  const json = async (path: string) => (await (await fetch(`${started.url}${path}`)).json()) as Record<string, unknown>
  return {
    ...started,
    json,
    /** Waits until several requests in a row, each on a connection of its own, get the data of this release. */
    serves: (release: string) =>
      waitUntil(
        () => `${release} is served: ${started.stderr()}`,
        async () => {
          for (let request = 0; request < 8; request++) {
            const response = await fetch(`${started.url}/v1/banks/aa-first`, { headers: { Connection: 'close' } })
            if (((await response.json()) as { name: string }).name !== release) return false
          }
          return true
        },
      ),
    channel: async () => (await json('/readyz')).channel as Record<string, unknown>,
    logged: (pattern: RegExp) =>
      waitUntil(
        () => `the log has ${pattern}: ${started.stderr()}`,
        () => pattern.test(started.stderr()),
      ),
  }
}

export const nameOf = (release: number): string => `Bank of release ${release}`

/** Waits until the follower has asked again twice after what happened before. */
export async function waitForChecks(server: StaticServer): Promise<void> {
  const checks = () => server.requests().filter(({ path }) => path === '/channel.json').length
  const before = checks()
  await waitUntil('two more checks', () => checks() >= before + 2)
}
