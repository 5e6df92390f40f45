/**
 * Caches values that are derived from the data, for a process that opens some countries and must start fast. A file has
 * a stamp of the data and the program (see `folder-stamp.ts`), and is used only if the stamp is still the same.
 */
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { readCacheFile } from './cache-file.ts'

/** What a file is for: the banks and indexes of some countries, or the revision of the data. */
export type StampedPart = 'countries' | 'revision'

export interface StampedCache {
  /** Returns undefined if the value is not stored, or is damaged or out of date. */
  read<Value>(part: StampedPart): Value | undefined
  /** Rejects if the value cannot be stored. */
  write(part: StampedPart, value: unknown): Promise<void>
}

/** The number of files to keep of each part: one for each set of countries, newest first. */
const filesMax = 8

interface StampedValue {
  stamp: string
  value: unknown
}

/** `key`: identifies the value among those of other folders and countries. `stamp`: the state of its sources. */
export function createStampedCache(folder: string, key: string, stamp: string): StampedCache {
  const fileOf = (part: StampedPart): string => join(folder, `${part}-${crc32(key).toString(16).padStart(8, '0')}`)
  return {
    read: <Value>(part: StampedPart) => {
      const stored = readCacheFile(fileOf(part)) as StampedValue | undefined
      return stored?.stamp === stamp ? (stored.value as Value) : undefined
    },
    write: async (part, value) => {
      const { storeCacheFile } = await import('./startup-cache.ts')
      await storeCacheFile(fileOf(part), { stamp, value } satisfies StampedValue, filesMax)
    },
  }
}
