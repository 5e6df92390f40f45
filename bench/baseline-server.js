/**
 * The baseline: a bare `node:http` server that reads each request, writes as many bytes as the service does, and does
 * nothing else. The file with the lengths maps each request to the length of its response. Plain JavaScript, because
 * Node needs 14 MB to strip types.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** @type {Record<string, number>} */
const lengths = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const bodies = new Map(Object.entries(lengths).map(([request, length]) => [request, Buffer.alloc(length, 'x')]))

createServer((request, response) => {
  const { method, url } = request
  if (method === 'GET') {
    respond(response, `GET ${url}`)
    return
  }
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => respond(response, `${method} ${url} ${Buffer.concat(chunks)}`))
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'))

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} request
 */
function respond(response, request) {
  const body = bodies.get(request) ?? Buffer.alloc(0)
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Encoding': 'br',
    'Content-Length': body.length,
  })
  response.end(body)
}
