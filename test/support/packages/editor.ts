/** What an editor shows when the pointer is on a name, from the language service of TypeScript 5, which editors use. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../services/processes.ts'

export interface Hover {
  signature: string
  documentation: string
}

/** Opens a program in a folder. The returned function takes a piece of its text, and describes the name at its end. */
export function openEditor(folder: string, text: string): (piece: string) => Hover {
  const typescript = createRequire(join(root, 'test/tools/package.json'))('typescript')
  const file = join(folder, 'editor.ts')
  writeFileSync(file, text)
  const options = {
    module: typescript.ModuleKind.NodeNext,
    target: typescript.ScriptTarget.ES2022,
    strict: true,
    types: [],
  }
  const host = {
    ...typescript.createCompilerHost(options),
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name: string) => {
      const content = typescript.sys.readFile(name)
      return content === undefined ? undefined : typescript.ScriptSnapshot.fromString(content)
    },
  }
  const service = typescript.createLanguageService(host)
  const errors = service.getSemanticDiagnostics(file).map(({ messageText }: { messageText: string }) => messageText)
  assert.deepEqual(errors, [])
  return (piece) => {
    assert.ok(text.includes(piece), piece)
    const info = service.getQuickInfoAtPosition(file, text.indexOf(piece) + piece.length - 1)
    assert.ok(info, piece)
    return {
      signature: typescript.displayPartsToString(info.displayParts),
      documentation: typescript.displayPartsToString(info.documentation),
    }
  }
}
