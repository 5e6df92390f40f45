/** Compiles the Go programs of the documentation into one program, because linking each of them takes a second. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './examples.ts'
import { root } from './services/processes.ts'

const environment = {
  GOFLAGS: '-mod=mod',
  GOPROXY: 'off',
  // Without a C compiler, which may be there and not work.
  CGO_ENABLED: '0',
  // Keeps the compiled standard library between runs.
  GOCACHE: join(root, 'var/go-cache'),
}

/**
 * Checks the format and the code of the programs with the tools of Go, and compiles them. Returns the path of a program
 * that runs the one whose number is its argument.
 */
export async function compileGo(
  tools: { go: string; gofmt: string },
  folder: string,
  programs: string[],
): Promise<string> {
  const runTool = async (name: 'go' | 'gofmt', ...parameters: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(tools[name], parameters, { cwd: folder, environment })
    assert.equal(code, 0, stderr)
    return stdout
  }
  writeFileSync(join(folder, 'go.mod'), 'module examples\n\ngo 1.19\n')
  for (const [at, text] of programs.entries()) {
    mkdirSync(join(folder, `example${at}`))
    const code = text.replace(/^package main$/m, `package example${at}`).replace(/^func main\(\)/m, 'func Main()')
    writeFileSync(join(folder, `example${at}/example.go`), code)
  }
  const imports = programs.map((_, at) => `\t"examples/example${at}"\n`).join('')
  const calls = programs.map((_, at) => `\t\t"${at}": example${at}.Main,\n`).join('')
  const main = `package main\n\nimport (\n\t"os"\n\n${imports})\n\nfunc main() {\n\tmap[string]func(){\n${calls}\t}[os.Args[1]]()\n}\n`
  writeFileSync(join(folder, 'main.go'), main)
  assert.equal(
    await runTool('gofmt', '-l', ...programs.map((_, at) => `example${at}`)),
    '',
    'gofmt would change an example',
  )
  await runTool('go', 'vet', './...')
  await runTool('go', 'build', '-o', 'examples', '.')
  return join(folder, 'examples')
}
