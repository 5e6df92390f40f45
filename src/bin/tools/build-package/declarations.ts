/**
 * Removes all declarations but those that the types of the library need. Internal types would be a promise to users,
 * and some of them need the types of Node.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DeclarationFile, parseDeclarations, wordsOf } from './parse-declarations.ts'

/** Returns the packages that the remaining declarations import. */
export function keepDeclarations(lib: string, entry: string): string[] {
  const files = new Map(
    declarationFiles(lib).map((name) => [name, parseDeclarations(name, readFileSync(pathOf(lib, name), 'utf8'))]),
  )
  const { used, packages } = findUsed(files, entry)
  for (const [name, file] of files) {
    const names = used.get(name)
    if (names) writeFileSync(pathOf(lib, name), textOf(file, names))
    else rmSync(pathOf(lib, name))
  }
  return [...packages].sort()
}

const pathOf = (lib: string, name: string): string => join(lib, `${name}.d.ts`)

/** Lists the declarations in a folder, by path without an extension. */
export const declarationFiles = (lib: string): string[] =>
  readdirSync(lib, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => name.slice(0, -'.d.ts'.length))

/** Finds the names in each file that `entry` uses, directly or through other names. */
function findUsed(
  files: ReadonlyMap<string, DeclarationFile>,
  entry: string,
): { used: Map<string, Set<string>>; packages: Set<string> } {
  const used = new Map<string, Set<string>>()
  const packages = new Set<string>()
  const use = (path: string, name: string): void => {
    const file = files.get(path)
    const imported = file?.imports.get(name)
    const statements = file?.declarations.get(name)
    if (used.get(path)?.has(name) || !(imported || statements)) return
    used.set(path, (used.get(path) ?? new Set()).add(name))
    if (imported?.package !== undefined) packages.add(imported.package)
    if (imported?.file !== undefined) use(imported.file, imported.name)
    for (const statement of statements ?? []) for (const word of wordsOf(statement)) use(path, word)
  }
  const { imports, declarations } = files.get(entry) ?? { imports: new Map(), declarations: new Map() }
  for (const name of [...imports.keys(), ...declarations.keys()]) use(entry, name)
  return { used, packages }
}

function textOf({ statements }: DeclarationFile, used: ReadonlySet<string>): string {
  const kept = statements.flatMap(({ text, names, withNames }) => {
    const wanted = names.filter((name) => used.has(name))
    if (wanted.length === 0) return []
    return withNames && wanted.length < names.length ? [withNames(wanted)] : [text]
  })
  // Marks the file as a module, so that declarations without `export` are not global.
  return `${kept.join('')}export {};\n`
}
