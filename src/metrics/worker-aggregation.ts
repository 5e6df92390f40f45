/**
 * Gathers the figures of all processes in the first one. What a process counted stays counted when it has ended or
 * does not answer: a total that falls would be taken for a restart, and all of it for new.
 */
import { countsOf, mergeSnapshots, type Snapshot } from './snapshot.ts'

export interface WorkerAggregation {
  /** `ask` brings the present figures of that process, and is rejected if it cannot be asked. */
  onStart(process: number, ask: () => Promise<Snapshot>): void
  onExit(process: number): void
  /** One of each process that ever answered, its last if it does not now, and one of those that left. */
  snapshots(): Promise<Snapshot[]>
}

/** Prometheus waits ten seconds; a process that is busy for longer than this is known by its last figures. */
const usualPatienceMs = 1_000

export function createWorkerAggregation(own: () => Snapshot, patienceMs: number = usualPatienceMs): WorkerAggregation {
  const members = new Map<number, { ask: () => Promise<Snapshot>; last: Snapshot }>()
  let departed: Snapshot = {}
  return {
    onStart: (process, ask) => void members.set(process, { ask, last: {} }),
    onExit: (process) => {
      departed = mergeSnapshots([departed, countsOf(members.get(process)?.last ?? {})])
      members.delete(process)
    },
    snapshots: async () => {
      // Whoever fails to answer keeps its last figures; the supervisor of the processes says what is wrong with it.
      await Promise.allSettled(
        [...members.values()].map(async (member) => {
          member.last = await Promise.race([member.ask(), patience(patienceMs)])
        }),
      )
      return [own(), departed, ...[...members.values()].map(({ last }) => last)]
    },
  }
}

function patience(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(reject, ms, new Error('No figures in time.')).unref()
  })
}
