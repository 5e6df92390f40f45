/** The metrics of a worker, read by the primary process over their channel. */
import type { Peer } from '../ipc/rpc.ts'
import type { Snapshot } from './metrics-snapshot.ts'

/** Prometheus waits ten seconds. If a worker is busy for longer than this timeout, its last snapshot is used. */
const callTimeoutMs = 1_000

const method = 'metrics.snapshot'

/** Runs in a worker. */
export function serveSnapshot(primary: Peer, snapshot: () => Snapshot): void {
  primary.handle(method, snapshot)
}

/** Runs in the primary process. */
export async function fetchSnapshot(worker: Peer, timeoutMs = callTimeoutMs): Promise<Snapshot> {
  return (await worker.call(method, [], timeoutMs)) as Snapshot
}
