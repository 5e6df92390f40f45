/**
 * Collects the metrics of all processes in the primary. It keeps the counters of processes that have ended: otherwise
 * the totals would fall, and Prometheus would take that as a restart from zero and count everything again.
 */
import { countersIn, mergeSnapshots, type Snapshot } from './metrics-snapshot.ts'

export interface WorkerAggregation<Worker> {
  add(worker: Worker): void
  remove(worker: Worker): void
  /** The snapshots of this process and of each worker, and one with the counters of all workers that have ended. */
  snapshots(): Promise<Snapshot[]>
}

/** `fetch` rejects if the worker does not respond in time. */
export function createWorkerAggregation<Worker>(
  own: () => Snapshot,
  fetch: (worker: Worker) => Promise<Snapshot>,
): WorkerAggregation<Worker> {
  const latest = new Map<Worker, Snapshot>()
  let ended: Snapshot = {}
  const update = async (worker: Worker): Promise<void> => {
    const snapshot = await fetch(worker)
    if (latest.has(worker)) latest.set(worker, snapshot)
  }
  return {
    add: (worker) => void latest.set(worker, {}),
    remove: (worker) => {
      ended = mergeSnapshots([ended, countersIn(latest.get(worker) ?? {})])
      latest.delete(worker)
    },
    snapshots: async () => {
      // A worker that fails to respond keeps its last snapshot; the worker pool logs the failure.
      await Promise.allSettled([...latest.keys()].map(update))
      return [own(), ended, ...latest.values()]
    },
  }
}
