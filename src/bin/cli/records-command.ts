/** The command that lists the records that clients created with `POST /index.php`. */
import { keyModes } from '../../keys/key-format.ts'
import { type Command, flag, rejectExtraArguments, text } from './command.ts'
import { asJson, asTable } from './output-format.ts'
import { choiceOption, numberOption } from './parse-options.ts'
import { withStore } from './settings-and-store.ts'

export const list: Command = {
  usage: '[--mode live|demo] [--limit 50] [--json]',
  summary: 'List the newest records.',
  options: { mode: text, limit: text, json: flag },
  examples: ['records list', 'records list --mode live --limit 10'],
  run: ({ values, positionals, ...console }) =>
    withStore(console, async (store) => {
      rejectExtraArguments(positionals)
      const mode = choiceOption(values, 'mode', keyModes)
      const limit = numberOption(values, 'limit', { minimum: 1, maximum: 1_000_000 }) ?? 50
      const records = await store.listRecords({ mode, limit })
      return values.json ? asJson(records) : asTable(records, 'There are no records yet.', console.screen)
    }),
}
