/**
 * Reduces the declarations to those that the types of the library need. Internal types would be a promise to users, and
 * some of them need the types of Node. Types that are derived from JSON Schemas are replaced by interfaces with the descriptions
 * of the schemas: otherwise the package would depend on the library that derives them, every compilation of a user's program
 * would derive them again, and editors would show neither names nor descriptions.
 */
import { globSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Node, type SourceFile, SyntaxKind, type TypeAliasDeclaration } from 'typescript/unstable/ast'
import { API, type Project, SymbolFlags } from 'typescript/unstable/sync'
import { typeOfSchema } from './schema-types.ts'

/** `root`: the folder of the repository. `lib`: the folder with the declarations. `entries`: the files that users import. */
export async function reduceDeclarations(root: string, lib: string, entries: string[]): Promise<void> {
  const config = join(lib, 'tsconfig.json')
  const derivation = join(root, 'node_modules/json-schema-to-ts/lib/types/index.d.ts')
  const compilerOptions = { noEmit: true, rootDir: root, types: [], paths: { 'json-schema-to-ts': [derivation] } }
  const project = { extends: join(root, 'tsconfig.package.json'), compilerOptions, include: [], files: entries }
  writeFileSync(config, JSON.stringify(project))
  const compiler = new API({ cwd: lib })
  const snapshot = compiler.updateSnapshot({ openProject: config })
  try {
    const [opened] = snapshot.getProjects() as [Project]
    const sourceOf = (name: string): SourceFile | undefined => opened.program.getSourceFile(join(lib, name))
    const kept = findNeeded(opened, entries.map(sourceOf) as SourceFile[], lib)
    const schemas = await readSchemas(root, lib, kept)
    for (const name of globSync('**/*.d.ts', { cwd: lib })) {
      const text = sourceOf(name)
        ?.statements.map((statement) => textOf(statement, kept, schemas))
        .join('')
      // The last line marks the file as a module, so that declarations without `export` are not global.
      if (text) writeFileSync(join(lib, name), `${text.trimStart()}\nexport {};\n`)
      else rmSync(join(lib, name))
    }
  } finally {
    snapshot.dispose()
    compiler.close()
    rmSync(config)
  }
}

/** Returns the statements and the names in imports and re-exports that the exports of `entries` need. */
function findNeeded({ checker }: Project, entries: SourceFile[], lib: string): Set<Node> {
  const needed = new Set<Node>()
  const need = (node: Node): void => {
    if (needed.has(node) || !node.getSourceFile().fileName.startsWith(lib)) return
    needed.add(node)
    if (isDerived(node)) return
    for (const identifier of descendantsOf(node, SyntaxKind.Identifier)) {
      // The written types are already open.
      if (identifier.getText() === openEnums) continue
      const symbol = checker.getSymbolAtLocation(identifier)
      const isAlias = symbol && symbol.flags & SymbolFlags.Alias
      const target = isAlias ? checker.getImmediateAliasedSymbol(symbol) : undefined
      for (const handle of [symbol, target].flatMap((one) => one?.declarations ?? [])) {
        const declaration = handle.resolve()
        if (declaration) need(unitOf(declaration))
      }
    }
  }
  for (const statement of entries.flatMap(({ statements }) => [...statements])) {
    const names = descendantsOf(statement, SyntaxKind.ExportSpecifier)
    if (statement.kind !== SyntaxKind.ImportDeclaration) for (const node of names[0] ? names : [statement]) need(node)
  }
  return needed
}

/** Returns the statement around a declaration, or the declaration itself if it is a name in an import or a re-export. */
const unitOf = (node: Node): Node =>
  isSpecifier(node) || !node.parent || node.parent.kind === SyntaxKind.SourceFile ? node : unitOf(node.parent)

const isSpecifier = ({ kind }: Node): boolean =>
  kind === SyntaxKind.ImportSpecifier || kind === SyntaxKind.ExportSpecifier

const isDerived = (node: Node): node is TypeAliasDeclaration =>
  node.kind === SyntaxKind.TypeAliasDeclaration && /\bFromSchema</.test(node.getText())

const openEnums = 'OpenEnums'

interface TypedSchema {
  schema: unknown
  file: string
  name: string
}

/** Imports the schemas of the derived types among the nodes. */
async function readSchemas(root: string, lib: string, nodes: ReadonlySet<Node>): Promise<Map<Node, TypedSchema>> {
  const schemas = new Map<Node, TypedSchema>()
  for (const node of nodes) {
    if (!isDerived(node)) continue
    const file = node.getSourceFile().fileName
    const source = join(root, 'src', relative(lib, file).replace(/\.d\.ts$/, '.ts'))
    const [, name = ''] = /\bFromSchema<typeof (\w+)>/.exec(node.getText()) ?? []
    const { [name]: schema } = await import(source)
    if (schema === undefined) throw new Error(`${source} does not export ${name}, so its type cannot be written`)
    schemas.set(node, { schema, file, name: node.name.getText() })
  }
  return schemas
}

function descendantsOf(node: Node, ...kinds: SyntaxKind[]): Node[] {
  const found: Node[] = []
  node.forEachChild((child) => {
    found.push(...(kinds.includes(child.kind) ? [child] : []), ...descendantsOf(child, ...kinds))
  })
  return found
}

/** Returns what remains of a statement, with the comment before it. */
function textOf(statement: Node, kept: ReadonlySet<Node>, schemas: ReadonlyMap<Node, TypedSchema>): string {
  const whole = statement.getFullText()
  const typed = schemas.get(statement)
  if (typed)
    return `${whole.slice(0, statement.getStart() - statement.pos)}${declarationOf(typed, [...schemas.values()])}`
  if (kept.has(statement)) return whole.replace(/\bOpenEnums<(.+)>;$/, '$1;')
  const names = descendantsOf(statement, SyntaxKind.ImportSpecifier, SyntaxKind.ExportSpecifier).filter((node) =>
    kept.has(node),
  )
  if (names.length === 0) return ''
  // The compiler rewrites the imports of the JavaScript only.
  return whole.replace(/\{[^}]*\}/, `{ ${names.map((name) => name.getText()).join(', ')} }`).replace(/\.ts';$/, ".js';")
}

/** A schema inside another one is written as the name of its type, if it has one. */
function declarationOf({ schema, file, name }: TypedSchema, all: readonly TypedSchema[]): string {
  const nameOf = (inner: unknown): string | undefined => {
    const found = all.find((one) => one.schema === inner)
    if (!found || found.file === file) return found?.name
    const path = relative(dirname(file), found.file).replace(/\.d\.ts$/, '.js')
    return `import('${path.startsWith('.') ? path : `./${path}`}').${found.name}`
  }
  const type = typeOfSchema(schema, nameOf)
  return type.startsWith('{') ? `export interface ${name} ${type}` : `export type ${name} = ${type};`
}
