/** The command that serves the lookups to an agent over standard input and output, with the Model Context Protocol. */

import type { Config } from '../../../config.ts'
import type { Lookups } from '../../../directory/lookups.ts'
import { once } from '../../../directory/memoize.ts'
import { finish } from '../../../directory/run-to-end.ts'
import type { DocumentPage, McpContext } from '../../../mcp/mcp-context.ts'
import { type Command, Failure, rejectExtraArguments } from '../command.ts'
import { readLookupSettings } from '../settings-and-store.ts'

export const mcp: Command = {
  usage: '',
  summary: 'Serve the lookups to an agent over standard input and output (MCP). Agents start this command themselves.',
  options: {},
  examples: ['mcp', 'mcp 2> mcp.log'],
  run: async ({ positionals, env, note }) => {
    rejectExtraArguments(positionals)
    const config = await readLookupSettings(env)
    const { serveOnStreams } = await importServer()
    const { promise: failed, reject: fail } = Promise.withResolvers<never>()
    // Loaded on first use: clients start all servers that they know, and then use few of them.
    const loadLookups = once(() =>
      openLookups(config).catch((error) => {
        fail(error)
        // Never resolves: the command is ending, so the call needs no response.
        return new Promise<never>(() => {})
      }),
    )
    const context: McpContext = {
      loadLookups,
      run: (start) => finish(start()),
      charge: async () => undefined,
      readDocuments: once(() => readPages(loadLookups)),
      reportFault: (error) => note(`bank-lookup: ${(error as Error).stack}\n`),
    }
    try {
      await Promise.race([serveOnStreams(process.stdin, process.stdout, context), failed])
    } finally {
      // While the input is open, the process would not end.
      process.stdin.destroy()
    }
    return 0
  },
}

/** The package of the protocol is optional for installations that do not need it. */
async function importServer(): Promise<typeof import('../../../mcp/stdio.ts')> {
  try {
    return await import('../../../mcp/stdio.ts')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Failure('MCP needs the package @modelcontextprotocol/server; install it next to bank-lookup.')
  }
}

/** Uses the same cache as the other lookups. */
async function openLookups({ dataDir, overlayDir }: Config): Promise<Lookups> {
  const [{ createLookups }, { openData }, { importLookups }, { cacheDir }] = await Promise.all([
    import('../../../library/bank-directory.ts'),
    import('../../../library/open-data.ts'),
    import('../../../directory/lookups.ts'),
    import('../../paths.ts'),
  ])
  const opened = await openData({ dataDir, overlayDir, cacheDir })
  await importLookups()
  return createLookups(opened)
}

async function readPages(loadLookups: () => Promise<Lookups>): Promise<DocumentPage[]> {
  const [{ readDocuments, documentMarkdown }, { localUrl }, { createTableRenderers, markdownFormat }, { problemRows }] =
    await Promise.all([
      import('../../../site/documentation/documentation-pages.ts'),
      import('../../../site/documentation/addresses.ts'),
      import('../../../site/documentation/tables.ts'),
      import('../../../http/errors/problems.ts'),
    ])
  return readDocuments().map((document) => ({
    ...document,
    render: async () => {
      const lookups = await loadLookups()
      const frame = { base: '', publicUrl: localUrl, readRevision: () => lookups.revision }
      return documentMarkdown(frame, document, createTableRenderers(lookups, problemRows, markdownFormat))
    },
  }))
}
