/** The command that serves the lookups to an agent over standard input and output, with the Model Context Protocol. */
import { openDirectory } from './check/open-directory.ts'
import { Failure, rejectExtraArguments, type StreamCommand } from './command.ts'

export const mcp: StreamCommand = {
  usage: '',
  summary: 'Serve the lookups to an agent over standard input and output (MCP). Agents start this command themselves.',
  options: {},
  examples: ['mcp', 'mcp --help'],
  runOnStreams: async ({ positionals, config, cacheFolder, reportProgress }) => {
    rejectExtraArguments(positionals)
    const { serveOnStreams } = await importServer()
    const { promise: failed, reject: fail } = Promise.withResolvers<never>()
    let opened: ReturnType<typeof openDirectory> | undefined
    /** Loads the data on the first call: clients start all servers that they know, and then use few of them. */
    const open = (): ReturnType<typeof openDirectory> => {
      opened ??= openDirectory(config, cacheFolder)
      opened.catch(fail)
      return opened
    }
    const serving = serveOnStreams(process.stdin, process.stdout, {
      loadDirectory: async () => (await open()).directory,
      loadFinder: async () => (await open()).finder,
      run: (job) => job(),
      charge: async () => undefined,
      readDocuments: async () => (await import('../../site/documentation.ts')).readDocuments(),
      reportFault: (error) => reportProgress(`bank-lookup: ${(error as Error).stack}\n`),
    })
    try {
      await Promise.race([serving, failed])
    } finally {
      // While the input is open, the process would not end.
      process.stdin.destroy()
    }
    return 0
  },
}

/** The package of the protocol is optional for installations that do not need it. */
async function importServer(): Promise<typeof import('../../mcp/stdio.ts')> {
  try {
    return await import('../../mcp/stdio.ts')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Failure('MCP needs the package @modelcontextprotocol/server; install it next to bank-lookup.')
  }
}
