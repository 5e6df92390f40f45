/** `GET /data/...`: the files of the data channel that the service follows, for other followers. Only with `DATA_MIRROR=on`. */
import { open } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { FindMirrorFile } from '../data-channel.ts'
import { problem, quoted } from '../errors/problems.ts'
import { pathOnly } from '../errors/redaction.ts'
import { matchingEtag } from '../responses/content-negotiation.ts'

const prefix = '/data/'
const paths = [`${prefix}:file`, `${prefix}:folder/:file`]

export function channelMirrorRoute(app: FastifyInstance, findFile: FindMirrorFile): void {
  for (const path of paths) {
    app.get(path, {
      config: { isPage: true, quota: 'static' },
      handler: async (request, reply) => {
        const requestPath = pathOnly(request)
        const file = findFile(requestPath.slice(prefix.length))
        if (!file) throw problem('path_unknown', { value: quoted(requestPath) })
        // Open the file once: it may be replaced between two looks at its name, with another length.
        const handle = await open(file.path)
        const { size, mtimeMs } = await handle.stat()
        const etag = `"${size.toString(16)}-${Math.round(mtimeMs).toString(16)}"`
        reply.headers({
          'Content-Type': file.type,
          'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache',
          ETag: etag,
        })
        const known = request.headers['if-none-match']
        if (known !== undefined && matchingEtag(known, etag) !== undefined) {
          await handle.close()
          return reply.code(304).send()
        }
        reply.header('Content-Length', size)
        // A stream, because a file may be large and its reader slow. It closes the file.
        return reply.send(handle.createReadStream())
      },
    })
  }
}
