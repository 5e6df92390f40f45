/**
 * The baseline: a bare `node:http` server that reads each request, writes as many bytes as the service does, and does
 * nothing else. The file with the lengths maps each request to the length of its response.
 */
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'

const lengths: Record<string, number> = JSON.parse(readFileSync(process.argv[2] as string, 'utf8'))
const bodies = new Map(Object.entries(lengths).map(([request, length]) => [request, Buffer.alloc(length, 'x')]))

createServer((request, response) => {
  const { method, url } = request
  if (method === 'GET') {
    respond(response, `GET ${url}`)
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => respond(response, `${method} ${url} ${Buffer.concat(chunks)}`))
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'))

function respond(response: ServerResponse, request: string): void {
  const body = bodies.get(request) as Buffer
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Encoding': 'br',
    'Content-Length': body.length,
  })
  response.end(body)
}
