/** Work that runs in the background after the start: loading search and the site, and compressing the lists better. */
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from './app-context.ts'

/** The background work waits this long after the start, so that the first requests are served first. */
const quietMs = 250

export function addBackgroundWork(
  app: FastifyInstance,
  { snapshot, isClosing, quotaBreaker }: AppContext,
  onModulesLoaded: () => void = () => {},
): void {
  const run = async (): Promise<void> => {
    await setTimeout(quietMs, undefined, { ref: false })
    if (isClosing()) return
    const { loadFinder, loadSite } = snapshot.get()
    await loadFinder()
    await loadSite()
    onModulesLoaded()
    await snapshot.recompress()
  }
  app.addHook('onListen', () => {
    // A first call, so that an unavailable quota store is logged at the start.
    void quotaBreaker?.reserve('startup', 1, 0)
    run().catch((error) => app.log.error(error))
  })
}
