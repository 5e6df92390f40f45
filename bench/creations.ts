/** `npm run bench`, second part: durable creations per second by POST /index.php with the embedded store. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runLoad } from './load/closed-loop.ts'
import { entry, startProcess } from './processes.ts'

const rounds = 5
const requests = 20_000
const connections = 64

const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
process.env.DATABASE_URL = `sqlite:${join(folder, 'store.sqlite')}`
process.env.RATE_LIMIT = 'off'
process.env.LOG_LEVEL = 'info'
const commandLine = fileURLToPath(new URL('../src/bin/bank-lookup.js', import.meta.url))
const issued = execFileSync(process.execPath, [
  commandLine,
  'keys',
  'issue',
  '--mode',
  'live',
  '--name',
  'bench',
  '--json',
])
const { key } = JSON.parse(issued.toString())
const server = await startProcess(entry, { quiet: true })
try {
  const request = Buffer.from(
    `POST /index.php HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${key}\r\nContent-Length: 0\r\n\r\n`,
  )
  for (let round = 0; round <= rounds; round++) {
    const before = server.cpuMs()
    const seconds = await runLoad({ port: server.port, request, requests, connections })
    const cpu = ((server.cpuMs() - before) * 1000) / requests
    // The first round is a warm-up.
    if (round > 0)
      console.log(`${(requests / seconds).toFixed(0)} durable creations a second, ${cpu.toFixed(0)} µs of CPU each`)
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}
