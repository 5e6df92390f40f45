/** Writes reduced data as a data folder of its own: whole, or not at all. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { BrokenDataset } from '../../dataset/broken.ts'
import type { Redistribution, Source } from '../../directory/source.ts'
import { type DataFolder, openDataFolder, saveDataFolder } from '../data-folder.ts'
import type { Reduced } from './reduced.ts'

const tables = ['countries.json', 'schemes.json', 'sources.json']

export interface Written {
  revision: string
  /** Files of figures for checks that were left out; the program has its own. */
  files_left_out: string[]
}

/** `out` is not there yet, or is an empty folder. */
export function writeReduced(
  data: DataFolder,
  reduced: Reduced,
  classes: ReadonlySet<Redistribution>,
  out: string,
): Written {
  mkdirSync(dirname(out), { recursive: true })
  // Beside it, because only within a disk a folder changes its name in one step.
  const draft = join(dirname(out), `.${basename(out)}-${randomUUID()}`)
  mkdirSync(draft)
  try {
    const { sources, left } = copyFigures(data, draft, reduced.sources, classes)
    writeFileSync(join(draft, 'countries.json'), listText(reduced.countries))
    writeFileSync(join(draft, 'schemes.json'), listText([...reduced.schemes.values()]))
    saveDataFolder({ path: draft, sources, banks: reduced.banks })
    for (const name of ['LICENSE.md', 'README.md']) copyWithNote(data, draft, name, classes)
    // Read as the service will: what it would refuse is not handed over.
    const { revision } = openDataFolder(draft)
    // An empty folder gives way.
    renameSync(draft, out)
    return { revision, files_left_out: left }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** Figures are kept with their source. Where none is named, it cannot be told on what terms they come. */
function copyFigures(
  { path, sources: known }: DataFolder,
  draft: string,
  kept: Map<string, Source>,
  classes: ReadonlySet<Redistribution>,
): { sources: Map<string, Source>; left: string[] } {
  const sources = new Map(kept)
  const left: string[] = []
  for (const name of readdirSync(path).filter((file) => file.endsWith('.json') && !tables.includes(file))) {
    const text = readFileSync(join(path, name), 'utf8')
    const source = known.get(sourceNamedIn(name, text))
    if (source && !classes.has(source.redistribution)) {
      sources.set(source.id, source)
      writeFileSync(join(draft, name), text)
    } else left.push(name)
  }
  return { sources, left }
}

function sourceNamedIn(file: string, text: string): string {
  try {
    return JSON.parse(text).source
  } catch (error) {
    throw BrokenDataset.at({ file }, `is not JSON (${(error as Error).message})`)
  }
}

const listText = (rows: object[]): string => `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`

function copyWithNote(
  { path, revision }: DataFolder,
  draft: string,
  name: string,
  classes: ReadonlySet<Redistribution>,
): void {
  const file = join(path, name)
  if (!existsSync(file)) return
  const note = `> This folder was made from data revision ${revision}, without facts that rest only on sources whose
> \`redistribution\` is ${[...classes].map((one) => `\`${one}\``).join(' or ')}. What follows describes the data that it was made from: counts, countries and
> sources in it may be more than are here. \`sources.json\` has the sources that are left.
`
  writeFileSync(join(draft, name), `${note}\n${readFileSync(file, 'utf8')}`)
}
