/** Lists that are published repeatedly. Each edition is a separate source, whose id is the list's name and a date. */

/** Returns whether a source is an edition of a list: "us-fedach-2023-03" is an edition of "us-fedach". */
export const isEdition = (source: string, name: string): boolean =>
  source.startsWith(`${name}-`) && /^(-\d+)+$/.test(source.slice(name.length))

/** Returns the list that a source is an edition of: "us-fedach" for "us-fedach-2023-03". */
export const seriesOf = (source: string): string => source.replace(/(-\d+)+$/, '')
