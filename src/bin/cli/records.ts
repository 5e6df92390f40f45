/** Looking at what was created. */
import { keyModes } from '../../keys/format.ts'
import { type Command, UsageError } from './command.ts'
import { asJson, asTable } from './format.ts'

export const list: Command = {
  usage: '[--mode live|demo] [--limit 50] [--json]',
  summary: 'Show the newest records.',
  options: { mode: { type: 'string' }, limit: { type: 'string' }, json: { type: 'boolean' } },
  run: async ({ values, words, store }) => {
    if (words.length > 0) throw new UsageError(`"${words[0]}" is one word too many.`)
    const mode = keyModes.find((known) => known === values.mode)
    if (values.mode !== undefined && !mode) throw new UsageError(`--mode is "${values.mode}"; give live or demo.`)
    const limit = Number(values.limit ?? 50)
    if (!(Number.isInteger(limit) && limit >= 1 && limit <= 1_000_000)) {
      throw new UsageError(`--limit is "${values.limit}"; give a number from 1 to 1000000.`)
    }
    const records = await store.listRecords({ mode, limit })
    return values.json ? asJson(records) : asTable(records, 'There is no record yet.')
  },
}
