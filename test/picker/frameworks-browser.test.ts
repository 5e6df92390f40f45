/** The components of the documentation: their types, their HTML from a server, and what they do in a browser. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { openPage } from '../support/browser.ts'
import { servePage } from '../support/picker/foreign-page.ts'
import {
  browserScript,
  frameworks,
  fromTools,
  projectFolder,
  readmeApp,
  recipeIn,
  renderOnServer,
  pickerSources as sources,
} from '../support/picker/framework-recipes.ts'
import { submitPayout } from '../support/picker/payout-form.ts'
import { startPickerService } from '../support/picker/shop.ts'

for (const [name, framework] of Object.entries(frameworks)) {
  test(`${name}: the component is rendered on a server, which has no DOM`, async (t) => {
    const html = await renderOnServer(t, framework, 'https://banks.example.com')
    assert.match(html, /<bank-picker id="bank"[^>]* base-url="https:\/\/banks\.example\.com"[^>]*><\/bank-picker>/)
    assert.match(html, /<bank-account-form name="account"[^>]* country="gb"[^>]*><\/bank-account-form>/)
    assert.equal('customElements' in globalThis, false)
  })

  test(`${name}: the browser takes over the page, controls the value, and submits the checked account`, async (t) => {
    const visitor = await openPage(t)
    if (!visitor) return
    const { page } = visitor
    const service = await startPickerService(t)
    const body = `<div id="app">${await renderOnServer(t, framework, service)}</div>`
    const script = await browserScript(t, framework, service)
    await page.goto((await servePage(t, { body, script, hasElements: false })).url)
    await submitPayout(page)
    assert.deepEqual(visitor.messages, [])
  })
}

test('React: the bank menu of the README works as it is copied', async (t) => {
  const visitor = await openPage(t)
  if (!visitor) return
  const { page } = visitor
  const service = await startPickerService(t)
  const body = await browserScript(t, readmeApp, service)
  const html = '<!doctype html><div id="app"></div><script type="module" src="/shop.js"></script>'
  await page.route(`${service}/shop.js`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.route(`${service}/shop`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(`${service}/shop`)
  await page.getByRole('combobox', { name: 'Bank' }).fill('gtb')
  await page.getByRole('option', { name: /GTBank/, selected: true }).click()
  await page.locator('output', { hasText: 'NIP code: 000013' }).waitFor()
  assert.deepEqual(visitor.messages, [])
})

/** Compiles a component in strict mode. Returns the errors of the compiler. */
async function typeErrors(t: TestContext, component: string, reactTypes = '@types/react'): Promise<string> {
  const folder = projectFolder(t)
  writeFileSync(join(folder, 'payout-form.tsx'), component)
  const typesOf = (file: string): string =>
    fromTools.resolve(`${reactTypes}/package.json`).replace('package.json', file)
  const paths = {
    'bank-lookup-picker': [new URL('bank-picker.ts', sources).pathname],
    'bank-lookup-picker/account-form': [new URL('bank-account-form.ts', sources).pathname],
    'bank-lookup-picker/react': [new URL('react.d.ts', sources).pathname],
    // The declarations are outside of the folder that has the types of React.
    react: [typesOf('index.d.ts')],
    'react/jsx-runtime': [typesOf('jsx-runtime.d.ts')],
  }
  const compilerOptions = {
    strict: true,
    noEmit: true,
    jsx: 'react-jsx',
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    allowImportingTsExtensions: true,
    skipLibCheck: false,
    paths,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['payout-form.tsx'] }))
  const compiler = createRequire(import.meta.url)
    .resolve('typescript/package.json')
    .replace('package.json', 'bin/tsc')
  return promisify(execFile)(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    ({ stdout }) => stdout,
  )
}

test('React: the types accept the components and reject an unknown attribute', async (t) => {
  const component = recipeIn('tsx')
  assert.equal(await typeErrors(t, component), '')
  assert.match(await typeErrors(t, component.replace('country="gb"', 'land="gb"')), /'land'/)
  assert.match(await typeErrors(t, component.replace('detail.verdict', 'detail.verdikt')), /verdikt/)
  assert.equal(await typeErrors(t, recipeIn('tsx', true), '@types/react-18'), '')
})
