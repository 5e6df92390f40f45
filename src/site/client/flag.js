/** The flag of a country as text: systems without flags show its two letters instead. */

const letterA = 'A'.charCodeAt(0)
const indicatorA = 0x1f1e6

/**
 * @param {string} code two capital letters
 * @returns {string}
 */
export const flagOf = (code) =>
  String.fromCodePoint(...[...code].map((letter) => letter.charCodeAt(0) - letterA + indicatorA))
