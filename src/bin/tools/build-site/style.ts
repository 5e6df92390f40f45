/** Joins the rules for the fonts and the style sheets that `styles/style.css` imports into one file, without comments. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltFile } from './built-file.ts'

export function buildStyle(siteFolder: string, fontFaces: string): BuiltFile {
  const read = (name: string): string => readFileSync(join(siteFolder, 'styles', name), 'utf8')
  const joined = read('style.css').replaceAll(/^@import "\.\/([\w-]+\.css)";$/gm, (_, name: string) => read(name))
  return { name: 'style.css', content: fontFaces + shorten(joined) }
}

const shorten = (css: string): string =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trimStart()
