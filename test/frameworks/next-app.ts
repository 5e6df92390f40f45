/**
 * The React component of the documentation in an application of Next.js: installed from npm, built, rendered on the server and
 * used in a browser. It needs the network, so `npm test` does not run it: `npm run test:frameworks`.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openPage } from '../support/browser.ts'
import { recipeIn } from '../support/picker/framework-recipes.ts'
import { startPickerService } from '../support/picker/shop.ts'
import { freePort } from '../support/services/ports.ts'
import { root, temporaryFolder } from '../support/services/processes.ts'
import { waitUntil } from '../support/wait-until.ts'

const run = promisify(execFile)
const packages = ['next@16', 'react@19', 'react-dom@19', 'typescript@5', '@types/react@19', '@types/node@24']

const files = (service: string): Record<string, string> => ({
  'package.json': '{ "private": true }\n',
  'app/layout.tsx': `import type { ReactNode } from 'react'
    export default ({ children }: { children: ReactNode }) => <html lang="en"><body>{children}</body></html>`,
  'app/page.tsx': `import { PayoutForm } from './payout-form'
    export default () => <PayoutForm />`,
  'app/payout-form.tsx': `'use client'\n${recipeIn('tsx').replace('http://localhost:8080', service)}`,
})

test('Next.js builds the component, renders it on the server, and the browser takes it over', async (t) => {
  const service = await startPickerService(t)
  const folder = temporaryFolder(t)
  for (const [name, text] of Object.entries(files(service))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  const packed = await run('npm', ['pack', '-w', 'packages/picker', '--pack-destination', folder], { cwd: root, env })
  const tarball = packed.stdout.trim().split('\n').at(-1) ?? ''
  await run('npm', ['install', '--no-audit', '--no-fund', `./${tarball}`, ...packages], { cwd: folder, env })
  const next = join(folder, 'node_modules/next/dist/bin/next')
  // The build also checks the types of the component.
  await run(process.execPath, [next, 'build'], { cwd: folder, env })

  const port = await freePort()
  const url = `http://localhost:${port}/`
  const server = spawn(process.execPath, [next, 'start', '--port', String(port)], { cwd: folder, env, stdio: 'ignore' })
  t.after(() => server.kill())
  await waitUntil('Next.js listens', () =>
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
  const { page, messages } = visitor
  await page.goto(url)
  await page.getByRole('combobox', { name: 'Bank' }).fill('zenith')
  await page.getByRole('option', { name: /Zenith Bank/, selected: true }).click()
  await page.locator('output', { hasText: '000015' }).waitFor()
  await page.getByLabel('Sort code').waitFor()
  // The application has no icon.
  assert.deepEqual(
    messages.filter((message) => !message.includes('404')),
    [],
  )
})
