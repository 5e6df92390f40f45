/** Pairs of 32-bit numbers, which the runtime sorts as one number of 64 bits: by the first, then by the second. */

/** Where the two of pair `n` are, from `2 * n` on: nearly every machine keeps the lower half of a number first. */
export const [first, second] = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? [1, 0] : [0, 1]

/** `pairs` must be all of its buffer. */
export function sortPairs(pairs: Uint32Array): void {
  new BigUint64Array(pairs.buffer).sort()
}
