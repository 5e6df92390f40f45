/** Lists that are published again and again: each edition is a source of its own, named after the list and its date. */

/** "us-fedach-2023-03" is one of "us-fedach". */
export const isEdition = (source: string, name: string): boolean =>
  source.startsWith(`${name}-`) && /^(-\d+)+$/.test(source.slice(name.length))

/** What "us-fedach-2023-03" is an edition of. */
export const seriesOf = (source: string): string => source.replace(/(-\d+)+$/, '')
