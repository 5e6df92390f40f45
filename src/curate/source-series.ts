/** Lists that are published repeatedly: each edition is a source of its own, named after the list and its date. */

/** "us-fedach-2023-03" is an edition of "us-fedach". */
export const isEdition = (source: string, name: string): boolean =>
  source.startsWith(`${name}-`) && /^(-\d+)+$/.test(source.slice(name.length))

/** "us-fedach" for "us-fedach-2023-03". */
export const seriesOf = (source: string): string => source.replace(/(-\d+)+$/, '')
