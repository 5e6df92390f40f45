/** The MCP server: the tools and resources over one context. It is created for one request, or for one connection. */
import { type CallToolResult, fromJsonSchema, type jsonSchemaValidator, McpServer } from '@modelcontextprotocol/server'
import { createArgumentCheck } from './arguments.ts'
import { sentenceFor } from './error-sentence.ts'
import type { McpContext } from './mcp-context.ts'
import { addResources } from './resources.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools.ts'

/** The version of this program, as in `package.json`. */
export const version = '1.0.0'

const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false } as const

/** The lists depend only on the program, so clients may keep them. */
const listsHint = { ttlMs: 60 * 60 * 1000, cacheScope: 'public' } as const

/** Tells models which tool to use for which question, how to read a verdict, and what happens to the input. */
export const instructions = `A directory of banks and their codes, with checks of IBANs, bank codes and account numbers.

Which tool: a name: search_banks. An IBAN, BIC, bank code or account number: resolve_identifier. More about one bank: get_bank. Its branches: list_branches. The details that a payment needs: account_requirements, then check_account. Countries and code formats: list_countries.

Verdicts: "valid": all checks pass and the bank is known; if branch_checked is false, the branch code may not exist. "possible": the format is right, but it is not certain. "former": the code is no longer in use; see the successor. "unknown": no bank in the directory has it. "invalid": a check fails; the message says why. Only "valid" is good enough to pay; otherwise ask the user. Never apply a suggestion without asking. No tool says whether an account exists, has money, or who owns it; the bank or a payment provider can (documentation: not-known).

Codes are text: keep leading zeros. Absent fields are not known.

Privacy: identifiers and account numbers are used only to answer the call. This server does not log them, store them or send them to anyone. No tool needs the name of an account holder; do not send one.`

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
