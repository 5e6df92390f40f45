/** Work that runs in the background after startup: loading search and the site, and recompressing the lists. */
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppContext, AppOptions } from './app-context.ts'

/** Delay after startup, so that the background work does not slow down the first requests. */
const quietMs = 250

export function addBackgroundWork(
  app: FastifyInstance,
  { snapshot, validators, isClosing, quotaBreaker }: AppContext,
  { preload = true, reload, onModulesLoaded = () => {} }: Pick<AppOptions, 'preload' | 'reload' | 'onModulesLoaded'>,
): void {
  const run = async (): Promise<void> => {
    await setTimeout(quietMs, undefined, { ref: false })
    if (isClosing()) return
    const { loadLookups, loadSite } = snapshot.get()
    await loadLookups()
    await loadSite()
    await import('./openapi/document.ts')
    await validators.compileAll()
    onModulesLoaded()
    await snapshot.finish()
  }
  app.addHook('onListen', () => {
    // Call the quota store once, so that an unavailable store is logged at startup.
    void quotaBreaker?.reserve('startup', 1, 0)
    if (!preload) return
    run().catch((error) => {
      app.log.error(error)
      void reload?.(error)
    })
  })
}
