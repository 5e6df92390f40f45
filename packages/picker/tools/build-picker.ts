/**
 * Bundles each element into one minified script, and writes the type declarations. It needs no network.
 * `npx node tools/build-picker.ts --scripts` leaves out the declarations, which only the npm package has.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

const folder = fileURLToPath(new URL('..', import.meta.url))
const elements = ['bank-picker', 'bank-account-form']

/** The form loads the picker from the script next to it, so a page with both elements loads the picker once. */
const pickerApart: Plugin = {
  name: 'picker-apart',
  resolveId: (id, importer) =>
    importer && id.endsWith('/bank-picker.ts') ? { id: './bank-picker.js', external: true } : null,
}

/** Shortens white space and `0.5` in style sheets in template literals, which the minifier leaves as they are. */
const shortStyles: Plugin = {
  name: 'short-styles',
  transform: (code) =>
    code.replace(/(?<=css = `)[^`$]*(?=`)/gi, (css) =>
      css.replace(/;?\s*([{};,!])\s*|\s*\n\s*|(?<=:) |\b0(?=\.)/g, '$1'),
    ),
}

/** Returns the paths of the scripts. */
export async function buildScripts(): Promise<string[]> {
  mkdirSync(join(folder, 'dist'), { recursive: true })
  const paths: string[] = []
  for (const name of elements) {
    const bundle = await rolldown({
      input: join(folder, `src/${name}.ts`),
      plugins: [pickerApart, shortStyles],
      logLevel: 'warn',
    })
    const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false })
    await bundle.close()
    paths.push(writeScript(name, output[0].code))
  }
  return paths
}

/** Writes a new file and renames it, because a service or a test may read the script at the same time. */
function writeScript(name: string, code: string): string {
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const path = join(folder, `dist/${name}.js`)
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, `/* bank-lookup-picker ${version}, ${license} licence */\n${code}`)
  renameSync(temporary, path)
  return path
}

export function writeDeclarations(): void {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', 'dist']
  execFileSync(process.execPath, [compiler, '--project', '.', ...options], { cwd: folder, stdio: 'inherit' })
  // The compiler copies no declarations that are written by hand.
  for (const name of ['react', 'vue'])
    copyFileSync(join(folder, `src/${name}.d.ts`), join(folder, `dist/picker/src/${name}.d.ts`))
  // Declarations keep the import paths of the sources, and the package has no sources.
  for (const name of globSync('dist/**/*.d.ts', { cwd: folder })) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(?<= from '\.[\w./-]+)\.ts(?=')/g, '.js'))
  }
}

if (import.meta.main) {
  await buildScripts()
  if (!process.argv.includes('--scripts')) writeDeclarations()
}
