/** The command that serves the lookups to an agent over standard input and output, with the Model Context Protocol. */

import type { Config } from '../../../config.ts'
import type { OpenedData } from '../../../library/open-data.ts'
import { type Command, Failure, rejectExtraArguments } from '../command.ts'
import { readSettings } from '../settings-and-store.ts'

export const mcp: Command = {
  usage: '',
  summary: 'Serve the lookups to an agent over standard input and output (MCP). Agents start this command themselves.',
  options: {},
  examples: ['mcp', 'mcp 2> mcp.log'],
  run: async ({ positionals, env, note }) => {
    rejectExtraArguments(positionals)
    const config = await readSettings(env)
    const { serveOnStreams, createLocalContext } = await importServer()
    const { promise: failed, reject: fail } = Promise.withResolvers<never>()
    let opened: Promise<OpenedData> | undefined
    const open = (): Promise<OpenedData> => {
      opened ??= openLocalData(config).catch((error) => {
        fail(error)
        // Stays pending: the command ends, so the call needs no answer.
        return new Promise<never>(() => {})
      })
      return opened
    }
    const reportFault = (error: unknown): void => note(`bank-lookup: ${(error as Error).stack}\n`)
    const serving = serveOnStreams(process.stdin, process.stdout, createLocalContext(open, reportFault))
    try {
      await Promise.race([serving, failed])
    } finally {
      // While the input is open, the process would not end.
      process.stdin.destroy()
    }
    return 0
  },
}

/** Uses the same cache as the other lookups. */
async function openLocalData({ dataDir, overlayDir }: Config): Promise<OpenedData> {
  const [{ openData }, { cacheDir }] = await Promise.all([
    import('../../../library/open-data.ts'),
    import('../../paths.ts'),
  ])
  return openData({ dataDir, overlayDir, cacheDir })
}

/** The package of the protocol is optional for installations that do not need it. */
async function importServer() {
  try {
    const [stdio, context] = await Promise.all([import('../../../mcp/stdio.ts'), import('./local-context.ts')])
    return { ...stdio, ...context }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Failure('MCP needs the package @modelcontextprotocol/server; install it next to bank-lookup.')
  }
}
