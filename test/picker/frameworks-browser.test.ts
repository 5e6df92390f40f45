/** The React and Vue components of the documentation: their types, and what they do in a browser. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { type Plugin, rolldown } from 'rolldown'
import { openPage } from '../support/browser.ts'
import { readPages } from '../support/examples.ts'
import { servePage } from '../support/picker/foreign-page.ts'
import { startPickerService } from '../support/picker/shop.ts'
import { waitUntil } from '../support/wait-until.ts'

const tools = new URL('../tools/', import.meta.url)
const fromTools = createRequire(new URL('package.json', tools))
const sources = new URL('../../packages/picker/src/', import.meta.url)
const examples = readPages().flatMap(({ groups }) => groups.flat())

function exampleIn(language: string): string {
  const found = examples.filter((example) => example.language === language)
  assert.equal(found.length, 1, language)
  return found[0]?.text ?? ''
}

/** Returns a folder inside the test tools, so that imports of React and Vue are found there. */
function projectFolder(t: TestContext): string {
  const folder = mkdtempSync(new URL('node_modules/.framework-', tools).pathname)
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The part of `vue/compiler-sfc` that is used here. The types of Vue are not where the compiler looks for them. */
interface VueCompiler {
  parse(code: string, options: { filename: string }): { descriptor: object; errors: unknown[] }
  compileScript(descriptor: object, options: object): { content: string }
}

/** Compiles a single-file component with the options that the page names. */
function compileVue(code: string, filename: string): string {
  const { parse, compileScript } = fromTools('vue/compiler-sfc') as VueCompiler
  const { descriptor, errors } = parse(code, { filename })
  assert.deepEqual(errors, [])
  const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith('bank-') }
  return compileScript(descriptor, { id: 'payout', inlineTemplate: true, templateOptions: { compilerOptions } }).content
}

const vue: Plugin = {
  name: 'vue',
  transform: (code, id) => (id.endsWith('.vue') ? { code: compileVue(code, id), moduleType: 'ts' } : null),
}

/** Finds the package in the sources. */
const picker: Plugin = {
  name: 'picker',
  resolveId: (id) => {
    if (id === 'bank-lookup-picker') return new URL('bank-picker.ts', sources).pathname
    return id === 'bank-lookup-picker/account-form' ? new URL('bank-account-form.ts', sources).pathname : null
  },
}

interface Project {
  /** Name of the file with the component. */
  file: string
  component: string
  main: string
}

/** Bundles the component as an application would, and opens it. */
async function openProject(t: TestContext, { file, component, main }: Project) {
  const visitor = await openPage(t)
  if (!visitor) return undefined
  const service = await startPickerService(t)
  const folder = projectFolder(t)
  writeFileSync(join(folder, file), component.replaceAll('http://localhost:8080', service))
  writeFileSync(join(folder, 'main.ts'), main)
  const bundle = await rolldown({
    input: join(folder, 'main.ts'),
    plugins: [picker, vue],
    logLevel: 'silent',
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        __VUE_OPTIONS_API__: 'false',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
    },
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const { url } = await servePage(t, { body: '<div id="app"></div>', script: output[0].code, hasElements: false })
  await visitor.page.goto(url)
  return visitor
}

const projects: Record<string, Project> = {
  React: {
    file: 'payout-form.tsx',
    component: exampleIn('tsx'),
    main: `import { createElement } from 'react'
      import { createRoot } from 'react-dom/client'
      import { PayoutForm } from './payout-form.tsx'
      createRoot(document.querySelector('#app')).render(createElement(PayoutForm))`,
  },
  Vue: {
    file: 'payout-form.vue',
    component: exampleIn('vue'),
    main: `import { createApp } from 'vue'
      import PayoutForm from './payout-form.vue'
      createApp(PayoutForm).mount('#app')`,
  },
}

for (const [framework, project] of Object.entries(projects)) {
  test(`${framework}: the component of the documentation gets the events and submits the account`, async (t) => {
    const visitor = await openProject(t, project)
    if (!visitor) return
    const { page } = visitor
    // The listener of the page: the check is over, and the page stays.
    await page.evaluate(`addEventListener('submit', (event) => {
      event.preventDefault()
      globalThis.sent = [...new FormData(event.target)]
    })`)
    await page.getByRole('combobox', { name: 'Bank' }).fill('gtb')
    await page.getByRole('option', { name: /GTBank/, selected: true }).click()
    await page.locator('output', { hasText: 'GTBank' }).waitFor()
    await page.getByRole('button', { name: 'Choose' }).click()
    await waitUntil('the bank is submitted', () => page.evaluate<boolean>('Boolean(globalThis.sent)'))
    assert.deepEqual(await page.evaluate('sent'), [['bank', '000013']])
    await page.evaluate('globalThis.sent = undefined')
    await page.getByLabel('Sort code').fill('089999')
    await page.getByLabel('Account number').fill('66374958')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('output', { hasText: 'possible' }).waitFor()
    await waitUntil('the form is submitted', () => page.evaluate<boolean>('Boolean(globalThis.sent)'))
    assert.deepEqual(Object.fromEntries(await page.evaluate<[string, string][]>('sent')), {
      'account[country]': 'gb',
      'account[method]': 'gb_sort_code',
      'account[fields][sort_code]': '089999',
      'account[fields][account_number]': '66374958',
    })
    assert.deepEqual(visitor.messages, [])
  })
}

/** Compiles a component in strict mode. Returns the errors of the compiler. */
async function typeErrors(t: TestContext, component: string): Promise<string> {
  const folder = projectFolder(t)
  writeFileSync(join(folder, 'payout-form.tsx'), component)
  const paths = {
    'bank-lookup-picker': [new URL('bank-picker.ts', sources).pathname],
    'bank-lookup-picker/account-form': [new URL('bank-account-form.ts', sources).pathname],
    'bank-lookup-picker/react': [new URL('react.d.ts', sources).pathname],
    // The declarations are outside of the folder that has the types of React.
    react: [fromTools.resolve('@types/react/package.json').replace('package.json', 'index.d.ts')],
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

test('React: the types accept the component and reject an unknown attribute', async (t) => {
  const component = exampleIn('tsx')
  assert.equal(await typeErrors(t, component), '')
  assert.match(await typeErrors(t, component.replace('country="gb"', 'land="gb"')), /'land'/)
  assert.match(await typeErrors(t, component.replace('detail.verdict', 'detail.verdikt')), /verdikt/)
})
