/** The metrics of a worker, read by the primary process over their channel. */
import type { Peer } from '../ipc/rpc.ts'
import type { Snapshot } from './metrics-snapshot.ts'

/** Prometheus waits ten seconds. The metrics of a worker that is busy for longer than this are those of the last scrape. */
const callTimeoutMs = 1_000

const method = 'metrics.snapshot'

/** In a worker. */
export function serveSnapshot(primary: Peer, snapshot: () => Snapshot): void {
  primary.handle(method, snapshot)
}

/** In the primary process. */
export async function fetchSnapshot(worker: Peer, timeoutMs = callTimeoutMs): Promise<Snapshot> {
  return (await worker.call(method, [], timeoutMs)) as Snapshot
}
