/** The command that shows the version of the program and the revision of the data. */
import { printable } from '../../../dataset/printable.ts'
import { type Command, type Console, rejectExtraArguments } from '../command.ts'
import { openSource, sourceOptions, sourceUsage } from '../lookup/sources/open-source.ts'
import { asJson } from '../output-format.ts'
import { readLookupSettings } from '../settings-and-store.ts'

export const version: Command = {
  usage: sourceUsage,
  summary: 'Show the version of the program and the revision of the data. bank-lookup --version does the same.',
  options: sourceOptions,
  examples: ['version', 'version --json'],
  failureCode: 2,
  run: async ({ values, positionals, env, write }) => {
    rejectExtraArguments(positionals)
    const { cacheDir, programVersion } = await import('../../paths.ts')
    const program = programVersion()
    const revision =
      values.url === undefined
        ? await shippedRevision(env, cacheDir)
        : await (await openSource({ values, env })).revision()
    await write(
      values.json
        ? asJson({ version: program, revision })
        : `bank-lookup ${program}\ndata revision ${printable(revision)}\n`,
    )
    return 0
  },
}

/** Does not load the directory, which takes longer. */
async function shippedRevision(env: Console['env'], cacheDir: string): Promise<string> {
  const { dataDir: folder, overlayDir: overlay } = await readLookupSettings(env)
  const { readRevision } = await import('../../../dataset/revision.ts')
  return readRevision({ folder, overlay }, cacheDir)
}
