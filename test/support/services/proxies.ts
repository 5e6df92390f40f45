/** Starts a real proxy in front of services for a test: Debian's nginx or HAProxy, on a free port. */
import { spawn } from 'node:child_process'
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
  nginx: (port, behind, folder) => `
    daemon off;
    pid ${folder}/pid;
    error_log stderr crit;
    events {}
    http {
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${folder}/${use};`).join(' ')}
      upstream services {
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
      }
    }`,
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

const parametersOf: Record<ProxyName, (file: string) => string[]> = {
  nginx: (file) => ['-e', 'stderr', '-c', file],
  haproxy: (file) => ['-db', '-q', '-f', file],
}

/** Returns its port, or undefined if the proxy is missing: the test is then skipped. */
export async function startProxy(t: TestContext, proxy: ProxyName, behind: number[]): Promise<number | undefined> {
  const program = findPrograms(t, proxy)?.[proxy]
  if (program === undefined) return undefined
  const folder = temporaryFolder(t)
  const port = await freePort()
  const file = join(folder, 'configuration')
  writeFileSync(file, configurations[proxy](port, behind, folder))
  const child = spawn(program, parametersOf[proxy](file), { stdio: ['ignore', 'ignore', 'inherit'] })
  t.after(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  await waitUntil(`${proxy} listens`, () => accepts(port))
  return port
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
