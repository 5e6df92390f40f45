/** The terms of the data: its licence, the credits that its sources require, and the sources themselves. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { creditsFile, creditsText, termsFile, termsText } from '../dataset/publishing/credits.ts'
import { buildFile } from '../directory/records/data-build-record.ts'
import type { ExportData, ExportFile } from './export-data.ts'

export const licenceFile = 'LICENSE.md'

/** The files of the data folder that its licence and its credits refer to. */
const copied = [licenceFile, creditsFile, 'sources.json', buildFile]

export function* termsFiles({ folder, directory, included }: ExportData): Generator<ExportFile, void> {
  const found = copied.filter((name) => existsSync(join(folder, name)))
  for (const path of found) yield { path, bytes: readFileSync(join(folder, path)) }
  if (!found.includes(creditsFile)) {
    const { sources } = directory.packed
    yield { path: creditsFile, bytes: Buffer.from(creditsText([...sources.values()], directory.revision)) }
  }
  if (included.length > 0) yield { path: termsFile, bytes: Buffer.from(termsText(included)) }
}
