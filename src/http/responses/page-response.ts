/** Sends HTML pages that are rendered for one request. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestOrigin } from '../request-origin.ts'
import type { SitePages } from '../snapshot/site-pages.ts'
import { negotiatedResponse, privateResponse } from './one-off-response.ts'
import { replyWith } from './send-response.ts'

const htmlType = 'text/html; charset=utf-8'

/** `render` takes the public URL of the service. It runs when it is the caller's turn, because it takes milliseconds. */
export async function replyWithPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, publicUrl }: SitePages,
  render: (publicUrl: string) => string,
): Promise<FastifyReply> {
  const { admission, server, raw } = request
  const url = publicUrl(requestOrigin(request))
  const text = await server.scheduler.run(admission.address, () => (raw.socket.destroyed ? '' : render(url)))
  return replyWith(request, reply, await negotiatedResponse(raw, text, headers.cacheable, htmlType))
}

/** Sends a page that no cache may store. */
export function replyWithPrivatePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, publicUrl }: SitePages,
  render: (publicUrl: string) => string,
): FastifyReply {
  const text = render(publicUrl(requestOrigin(request)))
  return replyWith(request, reply, privateResponse(text, `${headers.private}X-Request-Id: ${request.id}\r\n`, htmlType))
}

/** `path`: within the service. Programs may get JSON from the URL that redirects browsers. */
export const redirectTo = (reply: FastifyReply, { base }: SitePages, path: string): FastifyReply =>
  reply.headers({ 'Cache-Control': 'public, max-age=300', Vary: 'Accept' }).redirect(`${base}${path}`, 301)
