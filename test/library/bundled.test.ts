/** The library in a bundle: a bundler copies the code, but not the data and the modules that are loaded later. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { root, temporaryFolder } from '../support/services/processes.ts'

for (const [format, extension] of [
  ['esm', 'mjs'],
  ['cjs', 'cjs'],
] as const) {
  test(`a bundle (${format}) loads, and opening the directory says how to set up the bundler`, async (t) => {
    const folder = temporaryFolder(t)
    const main = `import { DatasetError, openDirectory } from ${JSON.stringify(join(root, 'src/library/index.ts'))}
      openDirectory({ countries: ['ng'] }).catch((error) => console.log(error instanceof DatasetError, error.message))`
    writeFileSync(join(folder, 'main.ts'), main)
    const bundle = await rolldown({ input: join(folder, 'main.ts'), platform: 'node', logLevel: 'silent' })
    const { output } = await bundle.generate({ format, codeSplitting: false })
    await bundle.close()
    const program = join(folder, `program.${extension}`)
    writeFileSync(program, output[0].code)
    const { stdout } = await promisify(execFile)(process.execPath, [program])
    assert.match(stdout, /^true The data and the modules of bank-lookup are not next to the program.* external /)
  })
}
