/** Starts a real proxy in front of services, or a server of files, for a test: Debian's nginx or HAProxy, on a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { findPrograms } from '../programs.ts'
import { waitUntil } from '../wait-until.ts'
import { freePort } from './ports.ts'
import { temporaryFolder } from './processes.ts'

export type ProxyName = 'nginx' | 'haproxy'

/** nginx notices that a service is gone by a refused connection; HAProxy polls `/readyz`. */
const configurations: Record<ProxyName, (port: number, behind: number[], folder: string) => string> = {
  nginx: (port, behind, folder) =>
    nginxConfiguration(
      folder,
      `upstream services {
        ${behind.map((service) => `server 127.0.0.1:${service};`).join(' ')}
        keepalive 16;
      }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://services;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
        }
      }`,
    ),
  haproxy: (port, behind) => `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  timeout check 10s
  option redispatch
frontend front
  bind 127.0.0.1:${port}
  default_backend services
backend services
  balance roundrobin
  option httpchk GET /readyz
${behind.map((service, at) => `  server s${at} 127.0.0.1:${service} check inter 200ms fall 1\n`).join('')}`,
}

/** As root, nginx would give its workers to a user who cannot read the folders of a test. */
const nginxConfiguration = (folder: string, http: string): string => `
  ${process.getuid?.() === 0 ? 'user root;' : ''}
  daemon off;
  pid ${folder}/pid;
  error_log stderr crit;
  events {}
  http {
    access_log off;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${folder}/${use};`).join(' ')}
    ${http}
  }`

const parametersOf: Record<ProxyName, (file: string) => string[]> = {
  nginx: (file) => ['-e', 'stderr', '-c', file],
  haproxy: (file) => ['-db', '-q', '-f', file],
}

/** Returns its port, or undefined if the proxy is missing: the test is then skipped. */
export const startProxy = (t: TestContext, proxy: ProxyName, behind: number[]): Promise<number | undefined> =>
  start(t, proxy, (port, folder) => configurations[proxy](port, behind, folder))

/** Starts nginx with this configuration of a server. Returns its port, or undefined if nginx is missing. */
export const startNginx = (t: TestContext, serverAt: (port: number) => string): Promise<number | undefined> =>
  start(t, 'nginx', (port, folder) => nginxConfiguration(folder, serverAt(port)))

async function start(
  t: TestContext,
  proxy: ProxyName,
  configuration: (port: number, folder: string) => string,
): Promise<number | undefined> {
  const program = findPrograms(t, proxy)?.[proxy]
  if (program === undefined) return undefined
  let child: ChildProcess | undefined
  // Before the folder is removed, because nginx deletes a file in it.
  t.after(async () => {
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  const folder = temporaryFolder(t)
  const port = await freePort()
  const file = join(folder, 'configuration')
  writeFileSync(file, configuration(port, folder))
  child = spawn(program, parametersOf[proxy](file), { stdio: ['ignore', 'ignore', 'inherit'] })
  await waitUntil(`${proxy} listens`, () => accepts(port))
  return port
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
