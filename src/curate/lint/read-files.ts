/** The files of a data folder as text, before anything is asked of what they say. */
import { isUtf8 } from 'node:buffer'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readDataFile } from '../../dataset/data-file.ts'
import { DatasetError } from '../../dataset/dataset-error.ts'
import { correctionsFile } from '../corrections.ts'

/** By name within the folder; undefined where a file is not UTF-8. */
export type Texts = Map<string, string | undefined>

export function readTexts(folder: string): Texts {
  if (!existsSync(join(folder, 'banks'))) {
    throw DatasetError.at({ file: folder }, 'is not a data folder; set DATA_DIR to the one that has the folder banks/')
  }
  const names = [
    ...readdirSync(folder).filter((name) => name.endsWith('.json') || name === correctionsFile),
    ...readdirSync(join(folder, 'banks'))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => `banks/${name}`),
  ]
  return new Map(
    names.sort().map((name) => {
      const bytes = readDataFile(folder, name)
      return [name, isUtf8(bytes) ? bytes.toString() : undefined]
    }),
  )
}
