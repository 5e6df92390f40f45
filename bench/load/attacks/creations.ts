/** Creations with one `Idempotency-Key`, all at once, with two keys: each key must get one record. */
import { issue } from '../../../test/support/services/processes.ts'
import { sendRaw } from '../../../test/support/services/requests.ts'
import { postRequest } from '../requests.ts'
import type { Attack } from './attacked-service.ts'

const perKey = 200

export const creations: readonly Attack[] = [
  {
    name: `creations: ${perKey} at once with one Idempotency-Key, for each of two keys`,
    run: async (start) => {
      const { port, settings } = await start({ RATE_LIMIT: 'off' })
      const keys = await Promise.all([issue(settings), issue(settings)])
      const records = await Promise.all(
        keys.map(async ({ key }) => {
          const headers = [`Authorization: Bearer ${key}`, 'Idempotency-Key: order-1', 'Connection: close']
          const request = postRequest(port, '/index.php', '', headers)
          const texts = await Promise.all(Array.from({ length: perKey }, () => sendRaw(port, request, { end: false })))
          return texts.map((text) => `${text.split(' ', 2)[1]} ${/"id":\s*"?([^",}]+)/.exec(text)?.[1]}`)
        }),
      )
      const different = new Set(records.flat())
      const isOk =
        records.flat().length === 2 * perKey &&
        different.size === 2 &&
        [...different].every((text) => text.startsWith('200 '))
      return { figures: `${records.flat().length} responses, ${different.size} different`, limit: '2', isOk }
    },
  },
]
