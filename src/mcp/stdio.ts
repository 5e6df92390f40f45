/** MCP over standard input and output, for clients that start the server themselves. */
import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { McpContext } from './mcp-context.ts'
import { createMcpServer } from './mcp-server.ts'

/** The longest message. A call with 50 identifiers has a few thousand bytes. */
const messageBytesMax = 1024 * 1024

/** Resolves when the client closes its end, or when a message is too long. */
export function serveOnStreams(input: Readable, output: Writable, context: McpContext): Promise<void> {
  const transport = new StdioServerTransport(input, output, { maxBufferSize: messageBytesMax })
  return new Promise((resolve) => {
    serveStdio(() => createMcpServer(context), { transport })
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
}
