/** Bundles the highlighter for the server, which has no devDependencies. No page loads this file. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import type { BuiltFile } from './built-file.ts'

const licence = join(dirname(createRequire(import.meta.url).resolve('highlight.js/package.json')), 'LICENSE')

/** A CommonJS module, so that the server can load it in the middle of rendering a page. */
export async function highlighterFiles(): Promise<BuiltFile[]> {
  const input = join(import.meta.dirname, 'highlighter-entry.ts')
  const bundle = await rolldown({ input, platform: 'node', logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'cjs', minify: true, comments: false })
  await bundle.close()
  return [
    { name: 'server/highlighter.cjs', content: output[0].code },
    { name: 'server/LICENSE-highlight.js.txt', content: readFileSync(licence) },
  ]
}
