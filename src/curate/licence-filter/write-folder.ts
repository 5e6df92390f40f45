/** Writes reduced data as a data folder of its own: whole, or not at all. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeRangesFile } from '../../dataset/code-ranges.ts'
import type { Redistribution, Source } from '../../directory/records/source.ts'
import { figuresIn, sourcesNamedIn } from '../auxiliary-tables.ts'
import { type Correction, correctionsFile, isAddress, readCorrections, schemeOf } from '../corrections.ts'
import { type DataFolder, openDataFolder, saveDataFolder } from '../data-folder.ts'
import type { Reduced } from './filter.ts'

const tables = ['countries.json', 'schemes.json', 'sources.json', codeRangesFile]

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
    const sources = new Map(reduced.sources)
    const keep = keeper(data.sources, sources, classes)
    const left = copyFigures(data, draft, reduced, keep)
    keepCorrections(data, draft, reduced, keep)
    writeFileSync(join(draft, 'countries.json'), listText(reduced.countries))
    writeFileSync(join(draft, 'schemes.json'), listText([...reduced.schemes.values()]))
    if (reduced.codeRanges.length > 0) writeFileSync(join(draft, codeRangesFile), listText(reduced.codeRanges))
    saveDataFolder({ path: draft, sources, banks: reduced.banks })
    for (const name of ['LICENSE.md', 'README.md']) copyWithNote(data, draft, name, classes)
    // Read as the service will: what it would refuse is not handed over.
    const written = openDataFolder(draft)
    readCorrections(written)
    // An empty folder gives way.
    renameSync(draft, out)
    return { revision: written.revision, files_left_out: left }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** Answers whether these sources may all stay, and has them stay if so. */
type Keep = (ids: readonly string[]) => boolean

function keeper(known: Map<string, Source>, kept: Map<string, Source>, classes: ReadonlySet<Redistribution>): Keep {
  return (ids) => {
    const sources = ids.flatMap((id) => known.get(id) ?? [])
    if (sources.length < ids.length || sources.some(({ redistribution }) => classes.has(redistribution))) return false
    for (const source of sources) kept.set(source.id, source)
    return true
  }
}

/**
 * Figures are kept with their source, and of a list the entries whose source is kept. Where none is named, it cannot be
 * told on what terms they come. Answers the names of the files that are left out.
 */
function copyFigures({ path }: DataFolder, draft: string, { countries }: Reduced, keep: Keep): string[] {
  const left: string[] = []
  const isThere = (figures: { country?: unknown }): boolean =>
    figures.country === undefined || countries.some(({ code }) => code === figures.country)
  const isKept = (figures: object): boolean => {
    const named = sourcesNamedIn(figures)
    return isThere(figures) && named.length > 0 && keep(named)
  }
  for (const name of readdirSync(path).filter((file) => file.endsWith('.json') && !tables.includes(file))) {
    const text = readFileSync(join(path, name), 'utf8')
    const figures = figuresIn(name, text)
    const entries = Array.isArray(figures) ? figures.filter((entry) => isKept(Object(entry))) : undefined
    if (entries ? entries.length === 0 : !isKept(figures)) left.push(name)
    else writeFileSync(join(draft, name), entries ? `${JSON.stringify(entries, null, 2)}\n` : text)
  }
  return left
}

/** Without them, the next import into the new folder would bring the mistakes back. */
function keepCorrections(data: DataFolder, draft: string, { banks, schemes }: Reduced, keep: Keep): void {
  const isKept = ({ bank, fact, evidence }: Correction): boolean => {
    const scheme = schemeOf(fact)
    if (!banks.has(bank) || (scheme !== undefined && !schemes.has(scheme))) return false
    return isAddress(evidence) || keep([evidence])
  }
  const lines = readCorrections(data).filter(isKept)
  if (lines.length === 0) return
  writeFileSync(join(draft, correctionsFile), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
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
