/**
 * Shows the flag of a country as an emoji. Most systems without flag emoji show the two letters of the country code
 * instead.
 */

const letterACode = 'A'.charCodeAt(0)
const regionalIndicatorA = 0x1f1e6

/**
 * @param {string} code two capital letters
 * @returns {string}
 */
export const flagOf = (code) =>
  String.fromCodePoint(...[...code].map((letter) => letter.charCodeAt(0) - letterACode + regionalIndicatorA))
