/** Shows the metrics of all processes to the operator's own machines, until the service has answered its last request. */
import type { ChildProcess } from 'node:child_process'
import type { FastifyInstance } from 'fastify'
import { render } from '../../metrics/exposition.ts'
import type { CounterValue } from '../../metrics/metric-definitions.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { askFigures } from '../../metrics/metrics-channel.ts'
import { createWorkerAggregation } from '../../metrics/worker-aggregation.ts'
import type { Store } from '../../store/contract.ts'
import type { StoreSync } from './store-sync.ts'

export interface WorkerMetrics {
  joined(worker: ChildProcess): void
  left(worker: ChildProcess): void
}

interface Shown {
  metrics: Metrics
  app: FastifyInstance
  keeper: StoreSync
  /** The others give their figures to the first. */
  isFirst: boolean
}

export async function serveAdminMetrics(
  where: { host: string; port: number },
  { metrics, app, keeper, isFirst }: Shown,
): Promise<WorkerMetrics | undefined> {
  const { watchProcess } = await import('../../metrics/process-metrics.ts')
  const watching = watchProcess(metrics)
  app.addHook('onClose', async () => watching.stop())
  metrics.gauge('bank_lookup_store_up', () => {
    const isUp = keeper.isUp()
    return isUp === undefined ? undefined : Number(isUp)
  })
  return isFirst ? openAdmin(where, metrics, app) : undefined
}

async function openAdmin(
  where: { host: string; port: number },
  metrics: Metrics,
  app: FastifyInstance,
): Promise<WorkerMetrics> {
  const { createAdminServer } = await import('../../metrics/admin-server.ts')
  const fleet = createWorkerAggregation(metrics.snapshot)
  let isListening = false
  const admin = createAdminServer({
    render: async () => render(await fleet.snapshots()),
    ready: () => isListening && !app.isClosing(),
    onFailure: (error) => app.log.error(error, 'the admin port failed'),
  })
  app.addHook('onListen', async () => {
    isListening = true
  })
  app.addHook('onClose', async () => admin.close())
  const { address, port } = await admin.listen(where)
  app.log.info({ address, port }, 'metrics')
  return {
    joined: (worker) => {
      const send = (question: object): void => void (worker.connected && worker.send(question, () => {}))
      fleet.onStart(
        worker.pid ?? 0,
        askFigures(send, (listener) => void worker.on('message', listener)),
      )
    },
    left: (worker) => fleet.onExit(worker.pid ?? 0),
  }
}

const storeOperations = {
  addKey: 'add_key',
  listKeys: 'list_keys',
  findKey: 'find_key',
  recordKeyUsage: 'note_uses',
  createRecord: 'create_record',
  advanceRunningTime: 'advance_running_time',
  deleteExpiredIdempotencyKeys: 'forget_idempotency',
} as const satisfies Partial<Record<keyof Store, CounterValue<'bank_lookup_store_errors_total'>>>

/** The same store, with what it could not do counted. */
export function countStoreFailures(store: Store, metrics: Metrics): Store {
  const counted = Object.entries(storeOperations).map(([name, operation]) => {
    const run = store[name as keyof typeof storeOperations] as (...given: unknown[]) => Promise<unknown>
    const watched = (...given: unknown[]): Promise<unknown> =>
      run(...given).catch((error) => {
        metrics.count('bank_lookup_store_errors_total', operation)
        throw error
      })
    return [name, watched]
  })
  return { ...store, ...Object.fromEntries(counted) }
}
