/** Removes all declarations but those that the types of the library need. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const specifiers = /(\bfrom '|\bimport\('|^import ')([^'\n]+)'/gm

/** Returns the packages that the remaining declarations import. */
export function publishDeclarations(lib: string, entry: string): string[] {
  const { files, packages } = reachable(lib, entry)
  const names = readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'))
  for (const name of names) {
    if (files.has(name)) rewriteExtensions(join(lib, name))
    else rmSync(join(lib, name))
  }
  return [...packages].filter((name) => !name.startsWith('node:')).sort()
}

function reachable(lib: string, entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set(existsSync(join(lib, entry)) ? [entry] : [])
  const packages = new Set<string>()
  for (const file of files) {
    for (const [, , specifier = ''] of readFileSync(join(lib, file), 'utf8').matchAll(specifiers)) {
      if (!specifier.startsWith('.')) packages.add(specifier)
      else if (/\.ts$/.test(specifier)) files.add(normalize(join(dirname(file), specifier.replace(/\.ts$/, '.d.ts'))))
    }
  }
  return { files, packages }
}

/** Changes `./bank.ts` to `./bank.js`: the compiler rewrites the imports of the JavaScript only. */
function rewriteExtensions(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replaceAll(specifiers, (found, before: string, path: string) =>
      path.startsWith('.') ? `${before}${path.replace(/\.ts$/, '.js')}'` : found,
    ),
  )
}
