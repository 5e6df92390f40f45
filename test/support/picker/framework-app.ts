/** An application in a folder of its own, with the packed picker: installed from npm, served, and used in a browser. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { openPage } from '../browser.ts'
import { freePort } from '../services/ports.ts'
import { root } from '../services/processes.ts'
import { waitUntil } from '../wait-until.ts'
import { submitPayout } from './payout-form.ts'

export const run = promisify(execFile)

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** Packs the picker as the documentation says, and installs it with the other packages of the application. */
export async function installWithPicker(folder: string, packages: string[] = []): Promise<void> {
  const packed = await run('npm', ['pack', '-w', 'packages/picker', '--pack-destination', folder], { cwd: root })
  const tarball = packed.stdout.trim().split('\n').at(-1) ?? ''
  await run('npm', ['install', '--no-audit', '--no-fund', `./${tarball}`, ...packages], { cwd: folder })
}

/** Starts the built application, which listens on `PORT`, and submits the form. `script`: a program for Node. */
export async function useServedApp(t: TestContext, folder: string, script: string[]): Promise<void> {
  const port = await freePort()
  const url = `http://localhost:${port}/`
  // Angular renders pages only for the hosts that an application names.
  const env = { ...process.env, PORT: String(port), NG_ALLOWED_HOSTS: 'localhost' }
  const server = spawn(process.execPath, script, { cwd: folder, env, stdio: 'ignore' })
  t.after(() => server.kill())
  await waitUntil('the application listens', () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const html = await (await fetch(url)).text()
  assert.match(html, /<bank-picker id="bank"[^>]*><\/bank-picker>/)
  assert.match(html, /<bank-account-form name="account"[^>]*><\/bank-account-form>/)

  const visitor = await openPage(t)
  if (!visitor) return
  await visitor.page.goto(url)
  await submitPayout(visitor.page)
  // The application may have no icon.
  assert.deepEqual(
    visitor.messages.filter((message) => !message.includes('404')),
    [],
  )
}
