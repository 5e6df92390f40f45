/** The baseline: a bare `node:http` server that reads the same body, writes the same bytes and does nothing else. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const folder = process.argv[2] as string
const bodies = new Map(process.argv.slice(3).map((country) => [country, readFileSync(`${folder}/${country}.br`)]))

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { country } = JSON.parse(Buffer.concat(chunks).toString())
    const body = bodies.get(country) as Buffer
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Encoding': 'br',
      'Content-Length': body.length,
    })
    response.end(body)
  })
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'))
