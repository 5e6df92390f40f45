/** The components of the documentation, bundled as an application or a server would bundle them. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { readPages } from '../examples.ts'

const tools = new URL('../../tools/', import.meta.url)
export const fromTools = createRequire(new URL('package.json', tools))
export const pickerSources = new URL('../../../packages/picker/src/', import.meta.url)
const examples = readPages().flatMap(({ groups }) => groups.flat())

/** The only component in this language. That of React 18 is the one with refs. */
export function recipeIn(language: string, hasRefs = false): string {
  const page = examples.filter(({ place }) => place.startsWith('bank-account-form.md:'))
  const found = page.filter((example) => example.language === language && example.text.includes('useRef<') === hasRefs)
  assert.equal(found.length, 1, language)
  return found[0]?.text ?? ''
}

export interface Framework {
  /** Name of the file with the component. */
  file: string
  component: string
  /** The script of a page that has the HTML from the server in `#app`. */
  browser: string
  /** A module that exports the HTML as `html`. */
  server: string
  /** Other packages for imports. */
  alias?: Record<string, string>
}

const react = {
  file: 'payout-form.tsx',
  browser: `import { createElement } from 'react'
    import { hydrateRoot } from 'react-dom/client'
    import { PayoutForm } from './payout-form.tsx'
    hydrateRoot(document.querySelector('#app'), createElement(PayoutForm))`,
  server: `import { createElement } from 'react'
    import { renderToString } from 'react-dom/server'
    import { PayoutForm } from './payout-form.tsx'
    export const html = renderToString(createElement(PayoutForm))`,
}

export const frameworks: Record<string, Framework> = {
  'React 19': { ...react, component: recipeIn('tsx') },
  'React 18': {
    ...react,
    component: recipeIn('tsx', true),
    alias: { react: 'react-18', 'react-dom': 'react-dom-18' },
  },
  Vue: {
    file: 'payout-form.vue',
    component: recipeIn('vue'),
    browser: `import { createSSRApp } from 'vue'
      import PayoutForm from './payout-form.vue'
      createSSRApp(PayoutForm).mount('#app')`,
    server: `import { createSSRApp } from 'vue'
      import { renderToString } from 'vue/server-renderer'
      import PayoutForm from './payout-form.vue'
      export const html = await renderToString(createSSRApp(PayoutForm))`,
  },
  Svelte: {
    file: 'payout-form.svelte',
    component: recipeIn('svelte'),
    browser: `import { hydrate } from 'svelte'
      import PayoutForm from './payout-form.svelte'
      hydrate(PayoutForm, { target: document.querySelector('#app') })`,
    server: `import { render } from 'svelte/server'
      import PayoutForm from './payout-form.svelte'
      export const html = render(PayoutForm).body`,
  },
}

/** The component of the README. Unlike the others, it loads the element from the service. */
export const readmeApp: Framework = {
  file: 'app.jsx',
  component: /```jsx\n(.*?)```/s.exec(readFileSync(new URL('../../../README.md', import.meta.url), 'utf8'))?.[1] ?? '',
  browser: `import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import App from './app.jsx'
    createRoot(document.querySelector('#app')).render(createElement(App))`,
  server: '',
}

/** Returns a folder inside the test tools, so that imports of the frameworks are found there. */
export function projectFolder(t: TestContext): string {
  const folder = mkdtempSync(new URL('node_modules/.framework-', tools).pathname)
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The parts of the compilers that are used here. Their types are not where the compiler looks for them. */
interface VueCompiler {
  parse(
    code: string,
    options: { filename: string; templateParseOptions: object },
  ): { descriptor: object; errors: unknown[] }
  compileScript(descriptor: object, options: object): { content: string }
}
interface SvelteCompiler {
  compile(code: string, options: object): { js: { code: string }; warnings: unknown[] }
}

/** Compiles a single-file component with the options that the page names. */
function compileVue(code: string, filename: string, isServer: boolean): string {
  const { parse, compileScript } = fromTools('vue/compiler-sfc') as VueCompiler
  const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith('bank-') }
  const { descriptor, errors } = parse(code, { filename, templateParseOptions: compilerOptions })
  assert.deepEqual(errors, [])
  const templateOptions = { compilerOptions, ...(isServer && { ssr: true, ssrCssVars: [] }) }
  return compileScript(descriptor, { id: 'payout', inlineTemplate: true, templateOptions }).content
}

function compileSvelte(code: string, isServer: boolean): string {
  const { compile } = fromTools('svelte/compiler') as SvelteCompiler
  const { js, warnings } = compile(code, { generate: isServer ? 'server' : 'client' })
  assert.deepEqual(warnings, [])
  return js.code
}

const components = (isServer: boolean): Plugin => ({
  name: 'components',
  transform: (code, id) => {
    if (id.endsWith('.vue')) return { code: compileVue(code, id, isServer), moduleType: 'ts' }
    return id.endsWith('.svelte') ? { code: compileSvelte(code, isServer), moduleType: 'js' } : null
  },
})

/** Finds the package in the sources. */
const picker: Plugin = {
  name: 'picker',
  resolveId: (id) => {
    if (id === 'bank-lookup-picker') return new URL('bank-picker.ts', pickerSources).pathname
    return id === 'bank-lookup-picker/account-form' ? new URL('bank-account-form.ts', pickerSources).pathname : null
  },
}

/** Bundles the component with the module that renders it. `service`: the URL of the service in the component. */
async function bundle(t: TestContext, framework: Framework, main: string, service: string, isServer: boolean) {
  const { file, component, alias = {} } = framework
  const folder = projectFolder(t)
  writeFileSync(join(folder, file), component.replaceAll('http://localhost:8080', service))
  writeFileSync(join(folder, 'main.ts'), main)
  const built = await rolldown({
    input: join(folder, 'main.ts'),
    plugins: [picker, components(isServer)],
    platform: isServer ? 'node' : 'browser',
    logLevel: 'silent',
    resolve: { alias },
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        __VUE_OPTIONS_API__: 'false',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
    },
  })
  const { output } = await built.generate({ format: 'esm', codeSplitting: false })
  await built.close()
  return { code: output[0].code, folder }
}

/** Renders the component as a server without a DOM does. */
export async function renderOnServer(t: TestContext, framework: Framework, service: string): Promise<string> {
  const { code, folder } = await bundle(t, framework, framework.server, service, true)
  const path = join(folder, 'server.mjs')
  writeFileSync(path, code)
  const { html } = (await import(pathToFileURL(path).href)) as { html: string }
  return html
}

/** Returns the script for a page that has the HTML of the server. */
export async function browserScript(t: TestContext, framework: Framework, service: string): Promise<string> {
  return (await bundle(t, framework, framework.browser, service, false)).code
}
