/** MCP over HTTP, without sessions: every request has a server of its own, so any process can answer it. */
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { McpContext } from './mcp-context.ts'
import { createMcpServer } from './mcp-server.ts'

/** `body`: the parsed body of the request. The handler reads only the headers of `request`. */
export async function respondToMcp(request: Request, body: unknown, context: McpContext): Promise<Response> {
  let lastError: Error | undefined
  const handler = createMcpHandler(() => createMcpServer(context), {
    // Also called for messages that the handler rejects, which are errors of the client.
    onerror: (error) => {
      lastError = error
    },
  })
  const response = await handler.fetch(request, { parsedBody: body })
  if (response.status >= 500) context.reportFault(withoutMessage(lastError))
  return response
}

/** The message of an error in the protocol's own code may quote the request, which is private. */
function withoutMessage(error: Error | undefined): Error {
  const fault = new Error(`the MCP handler failed with ${error?.name ?? 'no error'}`)
  const frames = error?.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  fault.stack = [fault.message, ...frames].join('\n')
  return fault
}
