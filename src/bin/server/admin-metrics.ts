/** Shows the metrics of all processes to the operator's own machines, until the service has answered its last request. */
import type { ChildProcess } from 'node:child_process'
import type { FastifyInstance } from 'fastify'
import { render } from '../../metrics/exposition.ts'
import type { TallyValue } from '../../metrics/metric-definitions.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { askFigures } from '../../metrics/metrics-channel.ts'
import { openFleet } from '../../metrics/worker-aggregation.ts'
import type { Store } from '../../store/contract.ts'
import type { Keeper } from './store-sync.ts'

export interface Gathering {
  joined(worker: ChildProcess): void
  left(worker: ChildProcess): void
}

interface Shown {
  metrics: Metrics
  app: FastifyInstance
  keeper: Keeper
  /** The others give their figures to the first. */
  isFirst: boolean
}

export async function showFigures(
  where: { host: string; port: number },
  { metrics, app, keeper, isFirst }: Shown,
): Promise<Gathering | undefined> {
  const { watchProcess } = await import('../../metrics/process-metrics.ts')
  const watching = watchProcess(metrics)
  app.addHook('onClose', async () => watching.stop())
  metrics.watch('bank_lookup_store_up', () => {
    const isUp = keeper.isUp()
    return isUp === undefined ? undefined : Number(isUp)
  })
  return isFirst ? openAdmin(where, metrics, app) : undefined
}

async function openAdmin(
  where: { host: string; port: number },
  metrics: Metrics,
  app: FastifyInstance,
): Promise<Gathering> {
  const { openAdminServer } = await import('../../metrics/admin-server.ts')
  const fleet = openFleet(metrics.snapshot)
  let isListening = false
  const admin = openAdminServer({
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
      fleet.joined(
        worker.pid ?? 0,
        askFigures(send, (listener) => void worker.on('message', listener)),
      )
    },
    left: (worker) => fleet.left(worker.pid ?? 0),
  }
}

const storeOperations = {
  addKey: 'add_key',
  listKeys: 'list_keys',
  findKey: 'find_key',
  noteUses: 'note_uses',
  createRecord: 'create_record',
  advanceRunningTime: 'advance_running_time',
  forgetIdempotency: 'forget_idempotency',
} as const satisfies Partial<Record<keyof Store, TallyValue<'bank_lookup_store_errors_total'>>>

/** The same store, with what it could not do counted. */
export function countFailures(store: Store, metrics: Metrics): Store {
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
