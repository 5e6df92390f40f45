/** Drives Debian's Firefox by WebDriver BiDi, because Playwright needs a Firefox of its own. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkProgram } from '../programs.ts'
import { deadlineMs } from '../wait-until.ts'
import { wholeProcess } from '../whole-process-context.ts'

/** A connection to the browser. One per process. */
export interface Firefox {
  send<Result>(method: string, params: object): Promise<Result>
}

let firefox: Promise<Firefox> | undefined

export function openFirefox(): Promise<Firefox> {
  firefox ??= startFirefox()
  return firefox
}

/** Settings that would otherwise make the browser send requests of its own. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
}

async function startFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'bank-lookup-firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const parameters = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank']
  // Its own home, because Firefox refuses a home that belongs to another user.
  const child = spawn(checkProgram('firefox').path, parameters, { env: { ...process.env, HOME: profile } })
  wholeProcess.after(() => rmSync(profile, { recursive: true, force: true, maxRetries: 10 }))
  wholeProcess.after(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGKILL')) await ended
  })
  const client = await connect(`${await listeningAddress(child)}/session`)
  await client.send('session.new', { capabilities: {} })
  return client
}

function listeningAddress({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`Firefox does not listen:\n${text}`)), deadlineMs)
    stderr?.setEncoding('utf8').on('data', (part) => {
      text += part
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}

async function connect(address: string): Promise<Firefox> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(data)
    if (type === 'error') waiting.get(id)?.reject(new Error(`${error}: ${message}`))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  }
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection.'))
  }
  await once(socket, 'open')
  wholeProcess.after(() => socket.close())
  let lastId = 0
  return {
    send: <Result>(method: string, params: object) =>
      new Promise<Result>((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve: resolve as (result: unknown) => void, reject })
        socket.send(JSON.stringify({ id, method, params }))
      }),
  }
}

/** Evaluates an expression in a page. Its value must be JSON. */
export async function evaluateIn<Value>({ send }: Firefox, context: string, expression: string): Promise<Value> {
  const { type, result, exceptionDetails } = await send<{
    type: string
    result?: { value?: string }
    exceptionDetails?: { text: string }
  }>('script.evaluate', {
    expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`,
    target: { context },
    awaitPromise: true,
  })
  assert.equal(type, 'success', exceptionDetails?.text)
  return JSON.parse(result?.value ?? 'null') as Value
}
