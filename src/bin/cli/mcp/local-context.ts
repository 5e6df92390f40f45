/**
 * Serves the tools from the data of this installation, for one client. Everything is loaded on first use: clients start
 * all servers that they know, and then use few of them.
 */
import type { Lookups } from '../../../directory/lookups.ts'
import type { OpenedData } from '../../../library/open-data.ts'
import type { DocumentPage, McpContext } from '../../../mcp/context.ts'

export function createLocalContext(
  openData: () => Promise<OpenedData>,
  reportFault: McpContext['reportFault'],
): McpContext {
  const loadLookups = once(async () => {
    const [opened, { createLookups }, { importLookups }] = await Promise.all([
      openData(),
      import('../../../library/bank-directory.ts'),
      import('../../../directory/lookups.ts'),
    ])
    await importLookups()
    return createLookups(opened)
  })
  return {
    loadLookups,
    run: (job) => job(),
    charge: async () => undefined,
    readDocuments: once(() => readPages(loadLookups)),
    reportFault,
  }
}

async function readPages(loadLookups: () => Promise<Lookups>): Promise<DocumentPage[]> {
  const [{ readDocuments, documentMarkdown }, { localUrl }, { createTableRenderers, markdownFormat }, { problemRows }] =
    await Promise.all([
      import('../../../site/documentation/documentation.ts'),
      import('../../../site/documentation/example-address.ts'),
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

function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}
