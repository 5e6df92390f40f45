/** Serves the metrics of the process on the admin port, until the service has sent its last response. */
import type { FastifyInstance } from 'fastify'
import { render } from '../../metrics/exposition.ts'
import type { CounterValue } from '../../metrics/metric-definitions.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Store } from '../../store/contract.ts'
import type { StoreSync } from './store-sync.ts'

/** Worker n listens on the port plus n. Port 0 means any free port. */
export async function serveAdmin(
  first: { host: string; port: number },
  { metrics, app, storeSync, worker }: { metrics: Metrics; app: FastifyInstance; storeSync: StoreSync; worker: number },
): Promise<void> {
  const [{ watchProcess }, { createAdminServer }] = await Promise.all([
    import('../../metrics/process-metrics.ts'),
    import('../../metrics/admin-server.ts'),
  ])
  const watching = watchProcess(metrics)
  app.addHook('onClose', async () => watching.stop())
  metrics.gauge('bank_lookup_store_up', () => {
    const isUp = storeSync.isUp()
    return isUp === undefined ? undefined : Number(isUp)
  })
  let isListening = false
  const admin = createAdminServer({
    render: () => render(metrics.snapshot()),
    ready: () => isListening && !app.isClosing(),
    onFailure: (error) => app.log.error(error, 'a request on the admin port failed'),
  })
  app.addHook('onListen', async () => {
    isListening = true
  })
  app.addHook('onClose', async () => admin.close())
  const port = first.port === 0 ? 0 : first.port + worker
  const bound = await admin.listen({ host: first.host, port }).catch((error) => {
    // Lookups matter more than the metrics of one worker, which a restart would not bring back.
    if (worker === 0) throw error
    app.log.error({ err: error, port }, 'the admin port cannot be used; this worker serves without metrics')
  })
  if (bound) app.log.info({ address: bound.address, port: bound.port }, 'serving metrics on the admin port')
}

export const storeOperations = {
  addKey: 'add_key',
  listKeys: 'list_keys',
  findKey: 'find_key',
  recordKeyUsage: 'note_uses',
  createRecord: 'create_record',
  advanceRunningTime: 'advance_running_time',
  deleteExpiredIdempotencyKeys: 'forget_idempotency',
} as const satisfies Partial<Record<keyof Store, CounterValue<'bank_lookup_store_errors_total'>>>

/** Wraps the store so that its failures are counted in the metrics. */
export function countStoreFailures(store: Store, metrics: Metrics): Store {
  const counting = Object.entries(storeOperations).map(([name, operation]) => {
    const run = store[name as keyof typeof storeOperations] as (...parameters: unknown[]) => Promise<unknown>
    const counted = (...parameters: unknown[]): Promise<unknown> =>
      run(...parameters).catch((error) => {
        metrics.count('bank_lookup_store_errors_total', operation)
        throw error
      })
    return [name, counted]
  })
  return { ...store, ...Object.fromEntries(counting) }
}
