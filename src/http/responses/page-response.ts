/** Sends HTML pages that are rendered for one request. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SitePages } from '../snapshot/site-pages.ts'
import { negotiatedResponse, privateResponse } from './one-off-response.ts'
import { replyWith } from './send-response.ts'

const htmlType = 'text/html; charset=utf-8'

/** `render` runs when it is the caller's turn, because it takes milliseconds. */
export async function replyWithPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers }: SitePages,
  render: () => string,
): Promise<FastifyReply> {
  const { admission, server, raw } = request
  const text = await server.scheduler.run(admission.address, () => (raw.socket.destroyed ? '' : render()))
  return replyWith(request, reply, await negotiatedResponse(raw, text, headers.cacheable, htmlType))
}

/** Sends a page that no cache may store. */
export function replyWithPrivatePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers }: SitePages,
  render: () => string,
): FastifyReply {
  const text = render()
  return replyWith(request, reply, privateResponse(text, `${headers.private}X-Request-Id: ${request.id}\r\n`, htmlType))
}

/** `path`: within the service. Programs may get JSON from the URL that redirects browsers. */
export const redirectTo = (reply: FastifyReply, { base }: SitePages, path: string): FastifyReply =>
  reply.headers({ 'Cache-Control': 'public, max-age=300', Vary: 'Accept' }).redirect(`${base}${path}`, 301)
