/**
 * Builds the npm package: the program as JavaScript, the data without `restricted` and `unclear` facts, and the pages.
 * `lib/` is as deep as `src/`, so relative paths to the data and the pages are the same in both. The output folder is
 * `dist/`, or the new folder that the first argument names.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { digestFile, digestSources } from '../../../dataset/cache/program-digest.ts'
import { projectRoot } from '../../paths.ts'
import { buildSite } from '../build-site/build-site.ts'
import { buildChecks } from './build-checks.ts'
import { reduceDeclarations } from './declarations.ts'
import { packageManifest } from './package-manifest.ts'

const dist = join(projectRoot, 'dist')
const out = resolve(process.argv[2] ?? dist)

function compile(): void {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const options = [compiler, '--project', 'tsconfig.package.json', '--outDir', out]
  execFileSync(process.execPath, options, { cwd: projectRoot, stdio: 'inherit' })
  renameSync(join(out, 'src'), join(out, 'lib'))
  // The compiler also writes the data files that are imported.
  rmSync(join(out, 'data'), { recursive: true })
  // `buildChecks` writes the module that users import; this one only has the declarations.
  rmSync(join(out, 'lib/library/checks.js'))
  chmodSync(join(out, 'lib/bin/bank-lookup.js'), 0o755)
  writeFileSync(join(out, 'lib', digestFile), digestSources(join(out, 'lib')))
}

function copyFiles(): void {
  // The compiler copies only what is imported.
  cpSync(join(projectRoot, 'src/store/migrations'), join(out, 'lib/store/migrations'), { recursive: true })
  for (const name of ['docs/site', 'news', 'LICENSE', 'CHANGELOG.md', 'CONTRIBUTING.md'])
    cpSync(join(projectRoot, name), join(out, name), { recursive: true })
  // The README of the repository is about a clone.
  cpSync(join(projectRoot, 'docs/package-readme.md'), join(out, 'README.md'))
}

/** Builds the scripts for web pages, and copies them to where the service reads them. */
function copyElementScripts(): void {
  const folder = 'packages/picker'
  execFileSync(process.execPath, ['tools/build-picker.ts', '--scripts'], {
    cwd: join(projectRoot, folder),
    stdio: 'inherit',
  })
  for (const path of globSync(`${folder}/dist/*.js`, { cwd: projectRoot }))
    cpSync(join(projectRoot, path), join(out, path))
}

async function writeTypes(): Promise<void> {
  const lib = join(out, 'lib')
  // The entry for `require` has the types of the entry for `import`.
  for (const name of globSync('**/*.d.cts', { cwd: lib })) rmSync(join(lib, name))
  await reduceDeclarations(projectRoot, lib, ['library/index.d.ts', 'library/checks.d.ts'])
}

function writeData(): void {
  const options = ['--without', 'restricted', '--without', 'unclear', '--out', join(out, 'data')]
  const text = execFileSync(process.execPath, ['src/bin/bank-lookup.js', 'data', 'build', ...options], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: join(projectRoot, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.stdout.write(`${text.split('\n')[0]}\n`)
}

if (out === dist) rmSync(dist, { recursive: true, force: true })
mkdirSync(out)
compile()
await buildChecks(join(out, 'checks'))
await buildSite(join(out, 'lib/site/dist'))
copyFiles()
copyElementScripts()
writeData()
await writeTypes()
const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
writeFileSync(join(out, 'package.json'), `${JSON.stringify(packageManifest(manifest), null, 2)}\n`)
