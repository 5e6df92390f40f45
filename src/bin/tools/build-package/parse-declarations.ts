/**
 * Parses the declarations that the compiler writes. Every statement starts at the beginning of a line there, so this
 * needs no syntax tree; the test of the package compiles the result.
 */
import { dirname, join } from 'node:path'

interface Statement {
  text: string
  /** The names that the statement declares, imports or re-exports. */
  names: string[]
  /** For an import or a re-export: returns the same statement with only these names. */
  withNames?: (names: readonly string[]) => string
}

export interface DeclarationFile {
  statements: Statement[]
  imports: Map<string, { name: string; file?: string; package?: string }>
  /** The text of each declared name. An overloaded function has several. */
  declarations: Map<string, string[]>
}

const statement =
  /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?(?:export|declare|import|interface|type|class) [\s\S]*?(?=^\/\*\*|^(?:export|declare|import|interface|type|class) |(?![\s\S]))/gm
const declaration = /^(?:export )?(?:declare )?(?:abstract )?(?:const|function|class|interface|type) (\w+)/m
const importOrExport = /^((?:import|export) (?:type )?)\{([^}]*)\}( from '([^']+)';)/m

/** `file` is the path of the file without an extension. */
export function parseDeclarations(file: string, text: string): DeclarationFile {
  const parsed: DeclarationFile = { statements: [], imports: new Map(), declarations: new Map() }
  for (const [found] of text.matchAll(statement)) {
    const [, start = '', list, end = '', from = ''] = importOrExport.exec(found) ?? []
    if (list === undefined) addDeclaration(parsed, found)
    else addImport(parsed, { file, start, list, end, from })
  }
  return parsed
}

function addDeclaration({ statements, declarations }: DeclarationFile, text: string): void {
  const [, name] = declaration.exec(withoutComments(text)) ?? []
  if (name === undefined) return
  statements.push({ text, names: [name] })
  declarations.set(name, [...(declarations.get(name) ?? []), text])
}

function addImport(
  { statements, imports }: DeclarationFile,
  { file, start, list, end, from }: { file: string; start: string; list: string; end: string; from: string },
): void {
  const items = list.split(',').map((item) => item.trim())
  const bindings = new Map(items.filter(Boolean).map((item) => [/(\w+)$/.exec(item)?.[1] as string, item]))
  // The compiler rewrites the imports of the JavaScript only.
  const path = end.replace(/\.ts';$/, ".js';")
  const withNames = (names: readonly string[]): string =>
    `${start}{ ${names.map((name) => bindings.get(name)).join(', ')} }${path}\n`
  const names = [...bindings.keys()]
  statements.push({ text: withNames(names), names, withNames })
  const target = from.startsWith('.') ? { file: join(dirname(file), from.replace(/\.[jt]s$/, '')) } : { package: from }
  for (const [local, item] of bindings) imports.set(local, { ...target, name: originalName(item) })
}

const originalName = (item: string): string => /^(?:type )?(\w+)/.exec(item)?.[1] as string

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** Every word outside comments and strings. Some are names of properties, which does no harm. */
export const wordsOf = (text: string): Set<string> =>
  new Set(
    withoutComments(text)
      .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, '')
      .match(/[\w$]+/g),
  )
