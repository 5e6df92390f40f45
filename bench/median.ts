/** What as many figures lie below as above: one that something else disturbed does not move it. */
export const median = (figures: number[]): number => figures.toSorted((a, b) => a - b)[figures.length >> 1] as number
