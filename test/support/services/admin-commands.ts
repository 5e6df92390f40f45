/** What an operator sees from outside: stored records, and whether the service has recovered. */
import assert from 'node:assert/strict'
import { waitUntil } from '../wait-until.ts'
import { create, runCommand } from './processes.ts'
import { isRefusal } from './record-orders.ts'

export async function storedIds(settings: Record<string, string>): Promise<string[]> {
  const { stdout } = await runCommand(settings, 'records', 'list', '--json', '--limit', '1000000')
  return JSON.parse(stdout).map(({ id }: { id: string }) => id)
}

/** Creates records until one gets the status `wanted`. A 503 before that must be a proper `store_unavailable`. */
export async function statusOfCreation(url: string, key: string, wanted: number): Promise<void> {
  let status = 0
  await waitUntil(
    () => `a creation gets ${wanted}, not ${status}`,
    async () => {
      const answer = await create(url, key)
      status = answer.status
      if (status === 503) assert.ok(isRefusal(answer), await answer.text())
      return status === wanted
    },
  )
}

/** Waits until `/readyz` reports exactly these parts as missing, which takes seconds. */
export async function missingParts(url: string, wanted: string[]): Promise<void> {
  let missing: string[] = []
  await waitUntil(
    () => `missing is ${wanted}, not ${missing}`,
    async () => {
      const answer = await fetch(`${url}/readyz`)
      assert.equal(answer.status, 200)
      missing = ((await answer.json()) as { missing: string[] }).missing
      return String(missing) === String(wanted)
    },
  )
}
