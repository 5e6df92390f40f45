/** The resources: a bank, a country, and the pages of the documentation in Markdown. */
import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server'
import type { DocumentPage, McpContext } from './context.ts'
import { requireCountry } from './country-argument.ts'
import { quote } from './quote.ts'
import { ToolError } from './tool.ts'
import { toRequirements } from './tools/account-requirements.ts'
import { readBank } from './tools/get-bank.ts'
import { toCountryFacts } from './tools/list-countries.ts'

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
  const directory = await context.loadDirectory()
  const country = requireCountry(code, directory)
  return { ...toCountryFacts(country), ...toRequirements(country, directory) }
}

async function readPage(name: string, context: McpContext): Promise<string> {
  const document = (await context.readDocuments()).find((page) => nameOf(page) === name)
  if (document) return toMarkdown(document)
  throw new ToolError(`There is no page ${quote(name)}. resources/list has the pages.`)
}

const nameOf = ({ slug }: DocumentPage): string => slug || 'index'

const toResource = (document: DocumentPage) => ({
  uri: `docs://${nameOf(document)}`,
  name: nameOf(document),
  title: document.title,
  description: document.summary,
  mimeType: markdown,
})

/** Tables that are generated for the site are left out: the tools have what is in them. */
const toMarkdown = ({ title, summary, markdown: text }: DocumentPage): string =>
  `# ${title}\n\n${summary}\n\n${text.replaceAll(/^\{\{\w+\}\}\n/gm, '')}`

const asJson = (uri: URL, value: object) => ({
  contents: [{ uri: uri.href, mimeType: json, text: JSON.stringify(value) }],
})

/** A resource has no result for errors, so they are errors of the protocol. */
async function guard<Value>(read: () => Promise<Value>, context: McpContext): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ToolError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
    context.reportFault(error)
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error')
  }
}
