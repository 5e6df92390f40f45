/** The flag of a country as emoji text. Most systems without flag emoji show the two letters instead. */

const letterACode = 'A'.charCodeAt(0)
const regionalIndicatorA = 0x1f1e6

/**
 * @param {string} code two capital letters
 * @returns {string}
 */
export const flagOf = (code) =>
  String.fromCodePoint(...[...code].map((letter) => letter.charCodeAt(0) - letterACode + regionalIndicatorA))
