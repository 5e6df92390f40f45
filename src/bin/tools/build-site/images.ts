/** The images of the pages, as they are in `images/`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltFile } from './built-file.ts'

export function imageFiles(siteFolder: string): BuiltFile[] {
  const folder = join(siteFolder, 'images')
  return readdirSync(folder).map((name) => ({ name, content: readFileSync(join(folder, name)) }))
}
