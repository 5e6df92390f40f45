/**
 * Builds the files that the pages of the site load, into `src/site/dist/`: scripts, style sheet, fonts, flags and images.
 * `npm ci` runs this through `prepare`; run it again after a change in `src/site/client`, `views`, `styles` or `images`.
 * It needs no network.
 */
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '../../paths.ts'
import type { BuiltFile } from './built-file.ts'
import { flagFiles } from './flags.ts'
import { buildFonts } from './fonts.ts'
import { highlighterFiles } from './highlighter.ts'
import { imageFiles } from './images.ts'
import { bundleScripts } from './scripts.ts'
import { buildStyle } from './style.ts'

const siteFolder = join(projectRoot, 'src/site')
const dataFolder = join(projectRoot, 'data')
/** `out`: the folder to write. An older one is replaced. */
export async function buildSite(out = join(siteFolder, 'dist')): Promise<void> {
  const fonts = await buildFonts(dataFolder)
  const files: BuiltFile[] = [
    ...(await bundleScripts(siteFolder)),
    ...(await highlighterFiles()),
    buildStyle(siteFolder, fonts.css),
    ...fonts.files,
    ...flagFiles(dataFolder),
    ...imageFiles(siteFolder),
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

if (import.meta.main) await buildSite()
