/** SIGTERM to either of two processes: it finishes the requests in progress, and then ends. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { small, writeFolder } from '../support/data/small-data.ts'
import { testWith } from '../support/programs.ts'
import { childrenOf, listened, startListening, temporaryFolder } from '../support/services/processes.ts'
import { waitUntil } from '../support/wait-until.ts'

const test = testWith('proc')

async function startTwo(t: TestContext) {
  const database = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const settings = { DATA_DIR: writeFolder(t, small()), DATABASE_URL: database, WORKERS: '2' }
  const service = await startListening(t, settings)
  const pid = service.child.pid as number
  const [second = 0] = childrenOf(pid)
  return { ...service, pid, second, port: Number(new URL(service.url).port) }
}

test('SIGTERM to the worker: it ends, and a new worker replaces it', async (t) => {
  const service = await startTwo(t)
  process.kill(service.second, 'SIGTERM')
  await waitUntil('its end is logged', () => /a worker exited/.test(service.stderr()))
  assert.match(service.stderr(), /"code":0,"signal":null,"msg":"a worker exited/)
  await waitUntil('the new worker listens', () => listened(service) === 3)
})

/** The socket inodes of a process. */
const socketsOf = (pid: number): Set<string> => {
  const links = readdirSync(`/proc/${pid}/fd`).map((name) => linkOf(`/proc/${pid}/fd/${name}`))
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
}

/** Empty if the file was closed since the folder was read. */
const linkOf = (file: string): string => {
  try {
    return readlinkSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** The end of an address in /proc/net/tcp. */
const portSuffix = (port: number | undefined): string =>
  `:${(port as number).toString(16).toUpperCase().padStart(4, '0')}`

const isServedBy = (pid: number, { localPort, remotePort }: Socket): boolean => {
  const lines = readFileSync('/proc/net/tcp', 'latin1').split('\n').slice(1)
  const all = lines.map((line) => line.trim().split(/\s+/))
  // Find the entry for the service's end of the connection, where local and remote are swapped.
  const fields = all.find(
    ([, local, remote]) => local?.endsWith(portSuffix(remotePort)) && remote?.endsWith(portSuffix(localPort)),
  )
  const inode = fields?.[9] ?? assert.fail('The system does not list the connection.')
  return socketsOf(pid).has(inode)
}

/** The system picks the process of a connection, so it takes several attempts. */
async function connectionTo(t: TestContext, pid: number, port: number): Promise<Socket> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    t.after(() => socket.destroy())
    await answered(socket)
    if (isServedBy(pid, socket)) return socket
    socket.destroy()
  }
  return assert.fail('The process got none of 100 connections.')
}

async function answered(socket: Socket): Promise<void> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
}

const half = 'POST /v1/banks HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n{"coun'

const isRefused = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  const refused = await once(socket, 'connect').then(
    () => false,
    () => true,
  )
  socket.destroy()
  return refused
}

test('SIGTERM to the first process: requests in progress at both processes get their responses before both end', async (t) => {
  const { child, pid, second, port, ended } = await startTwo(t)
  const responses: string[] = []
  const send = async (process: number): Promise<Socket> => {
    const [socket, other] = [await connectionTo(t, process, port), await connectionTo(t, process, port)]
    socket.on('data', (text) => responses.push(String(text)))
    socket.write(half)
    // The response proves that the process has read the other connection, too.
    await answered(other)
    return socket
  }
  const [atFirst, atSecond] = [await send(pid), await send(second)]
  const closed = [once(atFirst, 'close'), once(atSecond, 'close')]
  child.kill('SIGTERM')
  await waitUntil('neither process listens', () => isRefused(port))
  atFirst.write('try":"aa"}')
  await closed[0]
  // A slow client: the first process has no other request in progress now.
  for (const letter of 'try":"aa"}') {
    atSecond.write(letter)
    await setTimeout(20)
  }
  await closed[1]
  assert.deepEqual(
    responses.map((response) => response.split('\r\n', 1)[0]),
    ['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK'],
  )
  assert.equal(await ended, 0)
})
