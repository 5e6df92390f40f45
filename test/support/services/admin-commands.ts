/** What an operator does from outside, and sees there: records, and whether everything is back. */
import assert from 'node:assert/strict'
import { waitUntil } from '../wait-until.ts'
import { create, runCommand } from './processes.ts'
import { isRefusal } from './record-orders.ts'

export async function storedIds(settings: Record<string, string>): Promise<string[]> {
  const { stdout } = await runCommand(settings, 'records', 'list', '--json', '--limit', '1000000')
  return JSON.parse(stdout).map(({ id }: { id: string }) => id)
}

/** Creates until it is answered so; what is answered before is a refusal in order. */
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

/** What `/readyz` says is missing, once it says so; it learns of it within seconds. */
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
