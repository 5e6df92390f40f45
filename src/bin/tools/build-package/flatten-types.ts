/**
 * Replaces the types that are derived from JSON Schemas by the types that they stand for. Without this, the package
 * would depend on the library that derives them, and every compilation of a user's program would derive them again.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API, NodeBuilderFlags, type Project } from 'typescript/unstable/sync'

const derivedType = /^export type (\w+) = [^;]*\bFromSchema<[^;]*;$/gm

const format =
  NodeBuilderFlags.NoTruncation |
  NodeBuilderFlags.InTypeAlias |
  NodeBuilderFlags.MultilineObjectLiterals |
  NodeBuilderFlags.UseSingleQuotesForStringLiteralType

/** `files` are the declarations in `lib`, by path without an extension, as in `root/src`. */
export function flattenSchemaTypes(root: string, lib: string, files: readonly string[]): void {
  const compiler = new API({ cwd: root })
  const snapshot = compiler.updateSnapshot({ openProject: join(root, 'tsconfig.package.json') })
  try {
    const [project] = snapshot.getProjects() as [Project]
    for (const file of files) {
      const path = join(lib, `${file}.d.ts`)
      const text = readFileSync(path, 'utf8')
      const flat = text.replaceAll(
        derivedType,
        (_, name: string) => `export type ${name} = ${typeText(project, join(root, 'src', `${file}.ts`), name)};`,
      )
      if (flat !== text) writeFileSync(path, flat)
    }
  } finally {
    snapshot.dispose()
    compiler.close()
  }
}

function typeText({ program, checker }: Project, file: string, name: string): string {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name)
  if (!symbol) throw new Error(`${file} does not export ${name}.`)
  return checker.typeToString(checker.getDeclaredTypeOfSymbol(symbol), undefined, format)
}
