/**
 * `POST /mcp`: the Model Context Protocol, with which agents call the lookups as tools. There are no sessions, so there
 * is no GET and no DELETE, and any worker can answer any request.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { McpContext } from '../../mcp/mcp-context.ts'
import type { Admission } from '../admission/admission.ts'
import { apiPaths } from '../api-paths.ts'
import { Problem, problem, quoted } from '../errors/problems.ts'
import { runStarted } from '../lookups/lookup.ts'
import { chargeRequest } from '../request-hooks.ts'
import type { RequestLimits } from '../request-limits.ts'
import { requestOrigin } from '../request-origin.ts'
import { reserveBytes } from '../responses/batch-response.ts'

const example = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'

export function mcpRoute(app: FastifyInstance, limits: RequestLimits, admission: Admission): void {
  app.post(apiPaths.mcp, {
    bodyLimit: limits.batchBytes,
    config: { example, hasOwnProtocol: true },
    handler: async (request, reply) => {
      const { body } = request
      // Rejects batches, which the protocol no longer has: one request could make a hundred calls.
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        throw problem('body_not_object', { value: quoted(body), example })
      const { respondToMcp } = await importHandler()
      const response = await respondToMcp(toWebRequest(request, reply), body, contextOf(request, reply, admission))
      const text = await response.text()
      reserveBytes(request, reply, text.length)
      const type = response.headers.get('content-type')
      if (type !== null) reply.type(type)
      // Arguments and results can be account numbers, which are personal data, so no cache may store the response.
      return reply.code(response.status).header('Cache-Control', 'no-store').send(text)
    },
  })
}

/**
 * Loads MCP on the first request: the packages of the protocol take tens of megabytes, and many operators never use it.
 * They are optional for installations that do not need them.
 */
async function importHandler(): Promise<typeof import('../../mcp/http.ts')> {
  try {
    return await import('../../mcp/http.ts')
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' ? problem('mcp_not_installed', {}) : error
  }
}

/** Passes on only the headers that the protocol reads. A key, for example, is none of the handler's business. */
function toWebRequest({ raw }: FastifyRequest, reply: FastifyReply): Request {
  const headers = Object.entries(raw.headers).filter(
    ([name, value]) => /^(accept|content-type|mcp-.+)$/.test(name) && typeof value === 'string',
  ) as [string, string][]
  const abort = new AbortController()
  reply.raw.once('close', () => abort.abort())
  // The protocol does not use the URL; the Host header of the request may be invalid.
  return new Request(`http://localhost${apiPaths.mcp}`, { method: 'POST', headers, signal: abort.signal })
}

function contextOf(request: FastifyRequest, reply: FastifyReply, admission: Admission): McpContext {
  const { snapshot, server } = request
  return {
    loadLookups: snapshot.loadLookups,
    run: (start) => runStarted(server.scheduler, request.admission.address, start),
    charge: async (cost) => {
      try {
        await chargeRequest(admission, cost, request, reply)
        return undefined
      } catch (error) {
        if (error instanceof Problem) return error.message
        throw error
      }
    },
    readDocuments: async () => (await snapshot.loadSite()).documentsFor(requestOrigin(request)),
    reportFault: (error) => request.log.error({ err: error, path: apiPaths.mcp }, 'an MCP request failed'),
  }
}
