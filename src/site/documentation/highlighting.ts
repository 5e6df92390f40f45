/** Highlights code on the server. Without the bundle that `build-site` writes, code stays plain. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { escapeText } from '../html.ts'

interface Highlighter {
  highlight(code: string, language: string): string | undefined
}

const bundle = fileURLToPath(new URL('../dist/server/highlighter.cjs', import.meta.url))

/** Undefined until the first block of code, null without the bundle. */
let loaded: Highlighter | null | undefined

function loadHighlighter(): Highlighter | null {
  loaded ??= existsSync(bundle) ? (createRequire(import.meta.url)(bundle) as Highlighter) : null
  return loaded
}

/** Keyed by language and code. Highlighting a page takes longer than the rest of its rendering. */
const highlighted = new Map<string, string>()

/** More than the blocks of all pages. The code of the reference changes with the data. */
const blocksMax = 1000

/** Returns the code as HTML. */
export function highlightCode(code: string, language: string): string {
  const key = `${language}\n${code}`
  const known = highlighted.get(key)
  if (known !== undefined) return known
  const html = loadHighlighter()?.highlight(code, language) ?? escapeText(code)
  if (highlighted.size >= blocksMax) highlighted.clear()
  highlighted.set(key, html)
  return html
}
