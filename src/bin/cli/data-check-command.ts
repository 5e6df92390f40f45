/** The command that checks the data as the service reads it. */
import { type Command, rejectExtraArguments } from './command.ts'
import { readLookupSettings } from './settings-and-store.ts'

export const dataCheck: Command = {
  usage: '',
  summary:
    'Check the records and references in DATA_DIR and OVERLAY_DIR, as the service reads them, and print the first error with its file and line.',
  options: {},
  examples: ['data check', 'data check && bank-lookup start'],
  run: async ({ positionals, env, write }) => {
    rejectExtraArguments(positionals)
    const [{ dataDir, overlayDir }, { readDataset }] = await Promise.all([
      readLookupSettings(env),
      import('../../dataset/dataset.ts'),
    ])
    const { banks, revision } = readDataset(dataDir, overlayDir)
    let count = 0
    // Each bank is checked when it is read.
    for (const _ of banks) count++
    await write(`The data is valid: ${count} banks, revision ${revision}.\n`)
    return 0
  },
}
