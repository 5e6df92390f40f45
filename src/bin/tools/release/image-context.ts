/** Writes the build context of the image: the files that the Containerfile copies, with the reduced data as `data/`. */
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../paths.ts'
import { listFiles, readText } from './preconditions.ts'

export function writeImageContext(folder: string, reducedData: string): void {
  const containerfile = readText('Containerfile')
  const copied = [...containerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  )
  const sources = ['Containerfile', '.containerignore', ...new Set(copied)].filter((source) => source !== 'data')
  // A file that was deleted but not committed is still in the list.
  for (const path of listFiles(...sources))
    if (existsSync(join(projectRoot, path))) cpSync(join(projectRoot, path), join(folder, path))
  cpSync(reducedData, join(folder, 'data'), { recursive: true })
}
