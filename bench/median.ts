/** The median, which a single disturbed measurement does not move. */
export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number
