/**
 * What a data channel costs its publisher: 200 followers that have a release ask for changes, then install a small release,
 * all over nginx. Prints requests, bytes and nginx's CPU time. docs/scale.md has the figures. Needs nginx, and 500 MB of disk.
 *
 *   npx node bench/channel/followers.ts [--followers 200]
 */
import { execFileSync, spawn } from 'node:child_process'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openChannelFolder } from '../../src/releases/channel-folder.ts'
import { installRelease, prepareRelease } from '../../src/releases/channel-update.ts'
import { writeRelease } from '../../src/releases/channel-writer.ts'
import { generateKeys } from '../../src/releases/release-signature.ts'

const { values } = parseArgs({ options: { followers: { type: 'string', default: '200' } } })
const followers = Number(values.followers)
/** As many as a server sees at a time if replicas ask with jitter. */
const parallel = 20

const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-followers-'))
// nginx drops its privileges.
chmodSync(folder, 0o755)
const keys = generateKeys()
const [privateKey, publicKey] = [createPrivateKey(keys.privatePem), createPublicKey(keys.publicPem)]
const channel = join(folder, 'channel')
const data = join(folder, 'data')
cpSync('data', data, { recursive: true })
const shipped = { dataFolder: data, without: [] }
writeRelease(channel, shipped, privateKey, new Date())

const port = await freePort()
const nginx = startNginx(port)
const url = `http://127.0.0.1:${port}/channel.json`

interface Totals {
  requests: number
  bytes: number
  cpuMs: number
}

/** Updates one follower, and returns what it downloaded. */
async function update(path: string): Promise<Pick<Totals, 'requests' | 'bytes'>> {
  const own = openChannelFolder(path)
  const signal = AbortSignal.timeout(600_000)
  const prepared = await prepareRelease({ url, keys: [publicKey], folder: own, program: '1.0.0', signal })
  if (prepared.kind === 'staged') await installRelease(own, prepared, async (_, commit) => commit())
  return prepared
}

async function updateAll(paths: readonly string[]): Promise<Totals> {
  const before = cpuMsOf(nginx.pid as number)
  const totals = { requests: 0, bytes: 0 }
  const waiting = [...paths]
  const work = async (): Promise<void> => {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      const { requests, bytes } = await update(path)
      totals.requests += requests
      totals.bytes += bytes
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return { ...totals, cpuMs: cpuMsOf(nginx.pid as number) - before }
}

const print = (label: string, { requests, bytes, cpuMs }: Totals, count: number): void => {
  const each = `${(requests / count).toFixed(1)} requests and ${Math.round(bytes / count).toLocaleString('en')} bytes of bodies each`
  console.log(`${label}: ${each}; nginx ${(cpuMs / count).toFixed(2)} ms of CPU each`)
}

try {
  const first = join(folder, 'first')
  print('first release, 1 follower', await updateAll([first]), 1)
  // Links: the files of a release are never changed in place.
  const paths = Array.from({ length: followers }, (_, at) => join(folder, 'followers', String(at)))
  mkdirSync(join(folder, 'followers'))
  for (const path of paths) execFileSync('cp', ['-al', first, path])
  // nginx sends times in whole seconds, and the first check was in this second.
  print(`unchanged channel, ${followers} followers`, await updateAll(paths), followers)
  for (const country of ['gm', 'lr', 'sl']) {
    const file = join(data, `banks/${country}.jsonl`)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"name":"', '"name":"The '))
  }
  writeRelease(channel, shipped, privateKey, new Date())
  print(`a release of three small countries, ${followers} followers`, await updateAll(paths), followers)
} finally {
  nginx.kill()
  rmSync(folder, { recursive: true, force: true })
}

function startNginx(listenPort: number) {
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr;
events { worker_connections 1024; }
http { access_log off; client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3;
  uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  server { listen 127.0.0.1:${listenPort}; root ${channel}; } }
`,
  )
  return spawn('nginx', ['-c', config, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** CPU time of the process and its children. */
function cpuMsOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return [pid, ...children].reduce((sum, one) => {
    const fields = readFileSync(`/proc/${one}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) * 10
  }, 0)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port: free } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return free
}
