/**
 * Reduces the declarations to those that the types of the library need. Internal types would be a promise to users, and
 * some of them need the types of Node. Types that are derived from JSON Schemas are replaced by the types that they stand
 * for: otherwise the package would depend on the library that derives them, and every compilation of a user's program would
 * derive them again.
 */
import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, type SourceFile, SyntaxKind, type TypeAliasDeclaration } from 'typescript/unstable/ast'
import { API, NodeBuilderFlags, type Project, SymbolFlags } from 'typescript/unstable/sync'

/** `root`: the folder of the repository. `lib`: the folder with the declarations. `entries`: the files that users import. */
export function reduceDeclarations(root: string, lib: string, entries: string[]): void {
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
    for (const name of globSync('**/*.d.ts', { cwd: lib })) {
      const text = sourceOf(name)
        ?.statements.map((statement) => textOf(statement, kept, opened))
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

function descendantsOf(node: Node, ...kinds: SyntaxKind[]): Node[] {
  const found: Node[] = []
  node.forEachChild((child) => {
    found.push(...(kinds.includes(child.kind) ? [child] : []), ...descendantsOf(child, ...kinds))
  })
  return found
}

const format =
  NodeBuilderFlags.NoTruncation |
  NodeBuilderFlags.InTypeAlias |
  NodeBuilderFlags.MultilineObjectLiterals |
  NodeBuilderFlags.UseSingleQuotesForStringLiteralType

/** Returns what remains of a statement, with the comment before it. */
function textOf(statement: Node, kept: ReadonlySet<Node>, { checker }: Project): string {
  const whole = statement.getFullText()
  if (kept.has(statement)) {
    if (!isDerived(statement)) return whole
    const type = checker.getTypeFromTypeNode(statement.type)
    return `${whole.slice(0, statement.type.pos - statement.pos)} ${type && checker.typeToString(type, undefined, format)};`
  }
  const names = descendantsOf(statement, SyntaxKind.ImportSpecifier, SyntaxKind.ExportSpecifier).filter((node) =>
    kept.has(node),
  )
  if (names.length === 0) return ''
  // The compiler rewrites the imports of the JavaScript only.
  return whole.replace(/\{[^}]*\}/, `{ ${names.map((name) => name.getText()).join(', ')} }`).replace(/\.ts';$/, ".js';")
}
