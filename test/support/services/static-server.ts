/** Serves a folder with nginx for a test, as a publisher does, and reads its access log. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { waitUntil } from '../wait-until.ts'
import { freePort } from './ports.ts'
import { temporaryFolder } from './processes.ts'

export interface StaticServer {
  url: string
  /** The requests so far. nginx writes each line when the response is sent. */
  requests(): { path: string; status: number; bytes: number }[]
  stop(): Promise<void>
}

/** `nginx`: the path of the program. `port`: a free one by default. */
export async function startStaticServer(
  t: Pick<TestContext, 'after'>,
  nginx: string,
  folder: string,
  port?: number,
): Promise<StaticServer> {
  const own = temporaryFolder(t)
  const listenOn = port ?? (await freePort())
  const [file, log] = [join(own, 'configuration'), join(own, 'access.log')]
  writeFileSync(log, '')
  writeFileSync(
    file,
    `
    ${process.getuid?.() === 0 ? 'user root root;' : ''}
    daemon off;
    pid ${own}/pid;
    error_log stderr crit;
    events {}
    http {
      log_format plain '$uri $status $body_bytes_sent';
      access_log ${log} plain;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${own}/${use};`).join(' ')}
      server {
        listen 127.0.0.1:${listenOn};
        root ${folder};
      }
    }`,
  )
  const child = spawn(nginx, ['-e', 'stderr', '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  t.after(stop)
  const url = `http://127.0.0.1:${listenOn}`
  await waitUntil('nginx listens', () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  )
  return {
    url,
    requests: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('/ '))
        .map((line) => {
          const [path = '', status, bytes] = line.split(' ')
          return { path, status: Number(status), bytes: Number(bytes) }
        }),
    stop,
  }
}
