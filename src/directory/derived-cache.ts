/**
 * The interface of a cache for everything that is derived from one version of the data. Each part is stored on its own,
 * so that a start reads only what it needs first.
 */

/** The packed directory, the tables of the search and code indexes, and the compressed lists of banks. */
export const cachedParts = ['directory', 'indexes', 'lists'] as const
/** A process that opens only some countries also needs the revision, and the digest of the data files. */
export type CachedPart = (typeof cachedParts)[number] | 'revision' | 'digest'

export interface DerivedCache {
  /**
   * Resolves to undefined if the part is not stored or is damaged. The result may share one large buffer, so it must
   * not be changed or transferred to another thread.
   */
  read<Value>(part: CachedPart): Promise<Value | undefined>
  /** Rejects if the part cannot be stored. */
  write(part: CachedPart, value: unknown): Promise<void>
  /** Like `write`, but does nothing if the part is stored already. A damaged part is deleted when it is read. */
  writeIfMissing(part: CachedPart, value: () => unknown): Promise<void>
  /** Deletes all parts. For a part that turns out to be unusable: its checksum matches, but its content is wrong. */
  discard(): void
}
