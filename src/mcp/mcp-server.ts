/** The MCP server: the tools and resources over one context. It is created for one request, or for one connection. */
import { type CallToolResult, fromJsonSchema, type jsonSchemaValidator, McpServer } from '@modelcontextprotocol/server'
import { createArgumentCheck } from './arguments.ts'
import { sentenceFor } from './error-sentence.ts'
import { instructions } from './instructions.ts'
import type { McpContext } from './mcp-context.ts'
import { addResources } from './resources.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools.ts'

/** The version of this program, as in `package.json`. */
export const version = '1.0.0'

const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false } as const

/** The lists depend only on the program, so clients may keep them. */
const listsHint = { ttlMs: 60 * 60 * 1000, cacheScope: 'public' } as const

const options = {
  instructions,
  // Nothing changes while the server runs, so it sends no notifications.
  capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
  cacheHints: {
    'tools/list': listsHint,
    'resources/list': listsHint,
    'resources/templates/list': listsHint,
    'server/discover': listsHint,
  },
} as const

const checkArguments: jsonSchemaValidator = { getValidator: (schema) => createArgumentCheck(schema) }
const trustOwnResult: jsonSchemaValidator = {
  getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }),
}

/** Schemas are compiled once, because a server is created for every request. */
const registrations = tools.map((tool) => {
  const { name, title, description, inputSchema, outputSchema } = tool
  const schemas = {
    inputSchema: fromJsonSchema<never>(inputSchema as never, checkArguments),
    outputSchema: fromJsonSchema(outputSchema as never, trustOwnResult),
  }
  return { name, tool, config: { title, description, annotations, ...schemas } }
})

export function createMcpServer(context: McpContext): McpServer {
  const server = new McpServer({ name: 'bank-lookup', title: 'Bank Lookup', version }, options)
  for (const { name, tool, config } of registrations) {
    server.registerTool(name, config, (input) => callTool(tool, input as never, context))
  }
  addResources(server, context)
  return server
}

const internalError = 'Internal error. Try again once, then tell the user.'

/** The result is sent twice, as the protocol asks: some clients read only the text. */
async function callTool(tool: Tool, input: never, context: McpContext): Promise<CallToolResult> {
  try {
    const result = (await tool.run(input, context)) as Record<string, unknown>
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
  } catch (error) {
    const sentence = sentenceFor(error)
    if (sentence === undefined) context.reportFault(error)
    return { content: [{ type: 'text', text: sentence ?? internalError }], isError: true }
  }
}
