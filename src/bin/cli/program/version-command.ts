/** The command that shows the version of the program and the revision of the data. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from '../../../dataset/printable.ts'
import { describeReduction } from '../../../directory/builds/build-losses.ts'
import { type BuildFacts, nothingMissing } from '../../../directory/builds/build-schema.ts'
import { buildFile } from '../../../directory/records/data-build-record.ts'
import { type Command, type Console, type ParsedArgs, rejectExtraArguments } from '../command.ts'
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
    const build = (await fullBuild(values, env, cacheDir)) ?? (await (await openSource({ values, env })).build())
    const { revision } = build
    const reduction = describeReduction(build)
    await write(
      values.json
        ? asJson({ version: program, revision, build })
        : `bank-lookup ${program}\ndata revision ${printable(revision)}\n${reduction === undefined ? '' : `${printable(reduction)}\n`}`,
    )
    return 0
  },
}

/** For the full data of this installation, does not load the directory, which takes longer. */
async function fullBuild(
  { url }: ParsedArgs['values'],
  env: Console['env'],
  cacheDir: string,
): Promise<BuildFacts | undefined> {
  if (url !== undefined) return undefined
  const { dataDir: folder, overlayDir: overlay } = await readLookupSettings(env)
  if (existsSync(join(folder, buildFile))) return undefined
  const { readRevision } = await import('../../../dataset/revision.ts')
  const revision = readRevision({ folder, overlay }, cacheDir)
  return { revision, full_revision: revision, ...nothingMissing }
}
