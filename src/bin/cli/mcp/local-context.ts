/**
 * Serves the tools from the data of this installation, for one client. Everything is loaded on first use: clients start
 * all servers that they know, and then use few of them.
 */
import type { Directory } from '../../../directory/directory.ts'
import type { OpenedData } from '../../../library/open-data.ts'
import type { DocumentPage, McpContext } from '../../../mcp/mcp-context.ts'

export function createLocalContext(
  openData: () => Promise<OpenedData>,
  reportFault: McpContext['reportFault'],
): McpContext {
  const loadDirectory = once(async () => {
    const [{ packed, readRevision, readBranchFile }, { createDirectory }] = await Promise.all([
      openData(),
      import('../../../directory/directory.ts'),
    ])
    return withRevision(createDirectory(packed, readBranchFile), readRevision)
  })
  const loadIndexes = once(async () => {
    const [{ packed, tables }, { createIndexes }] = await Promise.all([
      openData(),
      import('../../../directory/indexes.ts'),
    ])
    return { packed, indexes: createIndexes(packed, tables) }
  })
  return {
    loadDirectory,
    loadSearcher: once(async () => {
      const { createSearcher } = await import('../../../directory/searcher.ts')
      const { packed, indexes } = await loadIndexes()
      return createSearcher(packed, indexes)
    }),
    loadIdentifierLookups: once(async () => {
      const { createIdentifierLookups } = await import('../../../directory/identifier-lookups.ts')
      const [{ packed, indexes }, { branches }] = await Promise.all([loadIndexes(), loadDirectory()])
      return createIdentifierLookups(packed, indexes, branches)
    }),
    loadBranchLister: once(async () => {
      const { createBranchLister } = await import('../../../directory/branches/bank-branches.ts')
      const { packed, branches } = await loadDirectory()
      return createBranchLister(packed, branches)
    }),
    run: (job) => job(),
    charge: async () => undefined,
    readDocuments: once(() => readPages(loadDirectory)),
    reportFault,
  }
}

/** The revision is a digest of all data files, so it is computed only if a tool needs it. */
const withRevision = (directory: Directory, readRevision: () => string): Directory => ({
  ...directory,
  get revision() {
    return readRevision()
  },
})

async function readPages(loadDirectory: () => Promise<Directory>): Promise<DocumentPage[]> {
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
      const directory = await loadDirectory()
      const frame = { base: '', publicUrl: localUrl, readRevision: () => directory.revision }
      return documentMarkdown(frame, document, createTableRenderers(directory, problemRows, markdownFormat))
    },
  }))
}

function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}
