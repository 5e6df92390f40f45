/**
 * Loads a data folder, all of it or some countries: from the startup cache if it has these data files, otherwise from the
 * files themselves. Does not read the files of other countries.
 */
import type { IndexTables } from '../../directory/indexes.ts'
import { runToEnd } from '../../directory/run-to-end.ts'
import type { Dataset, PackedDirectory } from '../../directory/storage/packed-directory.ts'
import { programDigest } from '../cache/program-digest.ts'
import { createStartupCache, knownDigest, type StartupCache } from '../cache/startup-cache.ts'
import { type DataFolders, digestFolders, digestOf, readDataFiles } from '../data-files.ts'

export interface LoadOptions {
  /** The codes of countries, not of regions; all countries if undefined. */
  countries?: readonly string[] | undefined
  /** Whether the data was checked before. Compiling the schemas would take longer than everything else here. */
  isTrusted?: boolean
}

export interface LoadedDirectory {
  /** Its revision is empty if only some countries are loaded: computing it takes as long as reading all of them. */
  packed: PackedDirectory
  cache: StartupCache
}

export interface IndexedDirectory extends Omit<LoadedDirectory, 'cache'> {
  tables: IndexTables
  /** Resolves when the cache has everything. Rejects if it cannot be written to. */
  stored: Promise<unknown>
}

/** Loads the directory without the indexes. Does not write to the cache. */
export async function loadDirectory(folders: DataFolders, cacheFolder: string): Promise<LoadedDirectory> {
  const program = programDigest()
  const cache = createStartupCache(cacheFolder, digestFolders(folders), program)
  const cached = await cache.read<PackedDirectory>('directory')
  if (cached) return { packed: cached, cache }
  const { dataset, digest } = await readData(folders)
  const { packDirectory } = await import('../../directory/storage/packed-directory.ts')
  return { packed: packDirectory(dataset), cache: createStartupCache(cacheFolder, digest, program) }
}

/** Loads the directory and its indexes. Writes what the cache lacks, if there is one. */
export async function loadIndexed(
  folders: DataFolders,
  cacheFolder: string | undefined,
  options: LoadOptions = {},
): Promise<IndexedDirectory> {
  if (cacheFolder === undefined) return { ...(await deriveIndexed(folders, options)), stored: Promise.resolve() }
  const program = programDigest()
  const scope = options.countries ? 'some' : 'all'
  const known = knownDigest(cacheFolder, folders, options.countries, program)
  const cache = createStartupCache(cacheFolder, known, program, scope)
  const packed = await cache.read<PackedDirectory>('directory')
  const tables = await cache.read<IndexTables>('indexes')
  if (packed && tables) return { packed, tables, stored: Promise.resolve() }
  const derived = await deriveIndexed(folders, options)
  const next = createStartupCache(cacheFolder, derived.digest, program, scope)
  const stored = Promise.all([next.write('directory', derived.packed), next.write('indexes', derived.tables)])
  return { ...derived, stored }
}

/** Derives the directory and its indexes from the data files. */
export async function deriveIndexed(folders: DataFolders, options: LoadOptions = {}) {
  const { dataset, digest } = await readData(folders, options)
  const [{ createIndexTablesBuilder }, { createBankTable }, { packDirectory }] = await Promise.all([
    import('../../directory/indexes.ts'),
    import('../../directory/storage/bank-table.ts'),
    import('../../directory/storage/packed-directory.ts'),
  ])
  const builder = createIndexTablesBuilder(dataset)
  // Packing and indexing share one pass, because parsing the records takes as long as either.
  const packed = packDirectory({ ...dataset, banks: observe(dataset.banks, builder.add) })
  return { packed, tables: runToEnd(builder.finish(createBankTable(packed))), digest }
}

function* observe<Item>(items: Iterable<Item>, visit: (item: Item) => void): Iterable<Item> {
  for (const item of items) {
    visit(item)
    yield item
  }
}

/** Reads the data files. Digests the bytes that were read, because the files may have changed since an earlier digest. */
async function readData(
  folders: DataFolders,
  { countries, isTrusted }: LoadOptions = {},
): Promise<{ dataset: Dataset; digest: string }> {
  const files = readDataFiles(folders, countries)
  // Import these modules only if they are needed: the checks compile the schemas of all records.
  const dataset = isTrusted
    ? (await import('../parse-dataset.ts')).parseDataset(files, { countries })
    : (await import('../dataset.ts')).parseChecked(files, countries)
  return { dataset, digest: digestOf(files) }
}
