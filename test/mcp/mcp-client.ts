/** Connects the official MCP client to the service or to the command line, and sends requests without it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { root } from '../support/services/processes.ts'

type Cleanup = Pick<TestContext, 'after'>

/** `auto` negotiates the newest version of the protocol; `legacy` is the version before, with its handshake. */
export const modes = ['auto', 'legacy'] as const
export type Mode = (typeof modes)[number]
export const versions: Record<Mode, string> = { auto: '2026-07-28', legacy: '2025-11-25' }

const createClient = (t: Cleanup, mode: Mode): Client => {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  t.after(() => client.close())
  return client
}

export async function connectHttp(t: Cleanup, url: string, mode: Mode = 'auto', headers = {}): Promise<Client> {
  const client = createClient(t, mode)
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  return client
}

export async function connectStdio(t: Cleanup, mode: Mode, settings: Record<string, string> = {}): Promise<Client> {
  const client = createClient(t, mode)
  const args = ['src/bin/bank-lookup.js', 'mcp']
  const env = { PATH: process.env.PATH ?? '', ...settings }
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root, env }))
  return client
}

export interface Called {
  /** The text of the result: JSON, or a sentence if `isError`. */
  text: string
  isError: boolean
  /** The length of the whole result, in bytes. */
  bytes: number
  structured: Record<string, unknown> | undefined
}

export async function call(client: Client, name: string, input: object): Promise<Called> {
  const result = await client.callTool({ name, arguments: input as Record<string, unknown> })
  const [content] = result.content
  assert.ok(content?.type === 'text')
  return {
    text: content.text,
    isError: result.isError === true,
    bytes: Buffer.byteLength(JSON.stringify(result)),
    structured: result.structuredContent as Called['structured'],
  }
}

export interface Question {
  question: string
  tool: string
  arguments: Record<string, unknown>
  /** Texts that the answer contains. */
  facts: string[]
}

export const questions: Question[] = JSON.parse(readFileSync(join(root, 'test/mcp/questions.json'), 'utf8'))

/** The headers of a request in the newest version of the protocol. */
export const headersFor = (method: string, name?: string): Record<string, string> => ({
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': versions.auto,
  'Mcp-Method': method,
  ...(name !== undefined && { 'Mcp-Name': name }),
})

const envelope = {
  'io.modelcontextprotocol/protocolVersion': versions.auto,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

export const messageOf = (method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { ...params, _meta: envelope },
})

/** Calls a tool without the client, to see the status and the headers. */
export const postCall = (url: string, name: string, input: unknown, headers = {}): Promise<Response> =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headersFor('tools/call', name), ...headers },
    body: JSON.stringify(messageOf('tools/call', { name, arguments: input })),
  })
