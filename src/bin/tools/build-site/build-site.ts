/**
 * Builds the files that the pages of the site load, into `src/site/dist/`: scripts, style sheet, fonts, flags and images.
 * `npm ci` runs this through `prepare`; run it again after a change in `src/site/client`, `views`, `styles` or `images`.
 * It needs no network.
 */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { projectRoot } from '../../paths.ts'
import { type BuiltFile, buildFonts, copied, packageFolder } from './fonts.ts'

const siteFolder = join(projectRoot, 'src/site')
const dataFolder = join(projectRoot, 'data')

/** `out`: the folder to write. An older one is replaced. */
export async function buildSite(out = join(siteFolder, 'dist')): Promise<void> {
  const fonts = await buildFonts(dataFolder)
  const files = [
    ...(await bundleScripts()),
    ...(await bundleHighlighter()),
    joinStyles(fonts.css),
    ...fonts.files,
    ...flagFiles(),
    ...imageFiles(),
  ]
  // Write into a new folder and rename it, so that an interrupted build leaves the old one.
  const next = mkdtempSync(`${out}-`)
  // The folder of `mkdtemp` can be read by its owner only.
  chmodSync(next, 0o755)
  for (const { name, content } of files) {
    mkdirSync(dirname(join(next, name)), { recursive: true })
    writeFileSync(join(next, name), content)
  }
  rmSync(out, { recursive: true, force: true })
  renameSync(next, out)
}

/**
 * Each folder in `client/` becomes one minified script of the same name, except for `shared/`, which has the modules that
 * several scripts import.
 */
async function bundleScripts(): Promise<BuiltFile[]> {
  const client = join(siteFolder, 'client')
  const names = readdirSync(client, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map(({ name }) => name)
  const scripts = names.map(async (name) => ({
    name: `${name}.js`,
    content: await bundle(join(client, name, `${name}.ts`), 'esm'),
  }))
  // The only package in the scripts: the search of the documentation.
  const licence = copied('LICENSE-minisearch.txt', join(packageFolder('minisearch'), 'LICENSE.txt'))
  return [...(await Promise.all(scripts)), licence]
}

/**
 * For the server, which has no devDependencies; no page loads this file. It is a CommonJS module, so that the server can
 * load it in the middle of rendering a page.
 */
async function bundleHighlighter(): Promise<BuiltFile[]> {
  const content = await bundle(join(import.meta.dirname, 'highlighter-entry.ts'), 'cjs')
  const licence = copied('server/LICENSE-highlight.js.txt', join(packageFolder('highlight.js'), 'LICENSE'))
  return [{ name: 'server/highlighter.cjs', content }, licence]
}

async function bundle(input: string, format: 'esm' | 'cjs'): Promise<string> {
  const built = await rolldown({ input, logLevel: 'warn', ...(format === 'cjs' && { platform: 'node' }) })
  const { output } = await built.generate({ format, minify: true, comments: false })
  await built.close()
  return output[0].code
}

/** The rules for the fonts and the style sheets that `styles/style.css` imports, without comments. */
function joinStyles(fontFaces: string): BuiltFile {
  const sheet = (name: string): string => readFileSync(join(siteFolder, 'styles', name), 'utf8')
  const joined = sheet('style.css').replaceAll(/^@import "\.\/([\w-]+\.css)";$/gm, (_, name: string) => sheet(name))
  const shortened = joined
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trimStart()
  return { name: 'style.css', content: fontFaces + shortened }
}

/** Round flags of the countries in the data and of the European Union, from the package `circle-flags` (MIT licence). */
function flagFiles(): BuiltFile[] {
  const folder = packageFolder('circle-flags')
  const countries = JSON.parse(readFileSync(join(dataFolder, 'countries.json'), 'utf8')) as { code: string }[]
  // Regions such as SEPA have codes of more than two letters, and no flag.
  const flags = countries.filter(({ code }) => code.length === 2).map(({ code }) => `${code.toLowerCase()}.svg`)
  return [
    ...flags.map((name) => copied(`flags/${name}`, join(folder, 'flags', name))),
    copied('flags/LICENSE-circle-flags.txt', join(folder, 'LICENSE.md')),
  ]
}

function imageFiles(): BuiltFile[] {
  const folder = join(siteFolder, 'images')
  return readdirSync(folder).map((name) => copied(name, join(folder, name)))
}

if (import.meta.main) await buildSite()
