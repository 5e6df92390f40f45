/** The command that lists the records that clients created with `POST /index.php`. */
import { keyModes } from '../../keys/key-format.ts'
import { type Command, rejectExtraArguments, UsageError } from './command.ts'
import { asJson, asTable } from './output-format.ts'
import { withStore } from './settings-and-store.ts'

export const list: Command = {
  usage: '[--mode live|demo] [--limit 50] [--json]',
  summary: 'List the newest records.',
  options: { mode: { type: 'string' }, limit: { type: 'string' }, json: { type: 'boolean' } },
  examples: ['records list', 'records list --mode live --limit 10'],
  run: ({ values, positionals, ...console }) =>
    withStore(console, async (store) => {
      rejectExtraArguments(positionals)
      const mode = keyModes.find((keyMode) => keyMode === values.mode)
      if (values.mode !== undefined && !mode) throw new UsageError(`--mode is "${values.mode}"; use live or demo.`)
      const limit = Number(values.limit ?? 50)
      if (!(Number.isInteger(limit) && limit >= 1 && limit <= 1_000_000)) {
        throw new UsageError(`--limit is "${values.limit}"; use a number from 1 to 1000000.`)
      }
      const records = await store.listRecords({ mode, limit })
      return values.json ? asJson(records) : asTable(records, 'There are no records yet.', console.screen)
    }),
}
