/** Lets the primary process read the metrics of a worker over the channel between them. */
import type { Peer } from '../ipc/rpc.ts'
import type { Snapshot } from './metrics-snapshot.ts'

/** Well below the ten seconds that Prometheus waits. If a worker takes longer than this, its last snapshot is used. */
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
