/** The resources: a bank, a country, and the pages of the documentation in Markdown. */
import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server'
import { quoteValue } from '../directory/requests/lookup-error.ts'
import { sentenceFor } from './error-sentence.ts'
import type { DocumentPage, McpContext } from './mcp-context.ts'
import { ToolError } from './tool.ts'
import { toRequirements } from './tools/account-requirements-tool.ts'
import { readBank } from './tools/get-bank-tool.ts'
import { toCountryFacts } from './tools/list-countries-tool.ts'

const json = 'application/json'
const markdown = 'text/markdown'

export function addResources(server: McpServer, context: McpContext): void {
  server.registerResource(
    'bank',
    new ResourceTemplate('bank://{id}', { list: undefined }),
    { title: 'A bank', description: 'A bank by its id, as get_bank returns it', mimeType: json },
    async (uri, { id }) => asJson(uri, await guard(() => readBank(String(id), context), context)),
  )
  server.registerResource(
    'country',
    new ResourceTemplate('country://{code}', { list: undefined }),
    { title: 'A country', description: 'Bank codes and account requirements of a country', mimeType: json },
    async (uri, { code }) => asJson(uri, await guard(() => readCountry(String(code), context), context)),
  )
  server.registerResource(
    'documentation',
    new ResourceTemplate('docs://{page}', {
      list: async () => ({ resources: (await context.readDocuments()).map(toResource) }),
    }),
    { title: 'Documentation', description: 'A page of the documentation', mimeType: markdown },
    async (uri, { page }) => {
      const text = await guard(() => readPage(String(page), context), context)
      return { contents: [{ uri: uri.href, mimeType: markdown, text }] }
    },
  )
}

async function readCountry(code: string, context: McpContext): Promise<object> {
  const lookups = await context.loadLookups()
  const country = lookups.requireCountry(code)
  return { ...toCountryFacts(country), ...toRequirements(country, lookups) }
}

async function readPage(name: string, context: McpContext): Promise<string> {
  const document = (await context.readDocuments()).find((page) => nameOf(page) === name)
  if (document) return document.render()
  throw new ToolError(`There is no page ${quoteValue(name)}. resources/list has the pages.`)
}

const nameOf = ({ slug }: DocumentPage): string => slug || 'index'

const toResource = (document: DocumentPage) => ({
  uri: `docs://${nameOf(document)}`,
  name: nameOf(document),
  title: document.title,
  description: document.summary,
  mimeType: markdown,
})

const asJson = (uri: URL, value: object) => ({
  contents: [{ uri: uri.href, mimeType: json, text: JSON.stringify(value) }],
})

/** A resource has no result for errors, so they are errors of the protocol. */
async function guard<Value>(read: () => Promise<Value>, context: McpContext): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    const sentence = sentenceFor(error)
    if (sentence !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, sentence)
    context.reportFault(error)
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error')
  }
}
