/** What a batch of identifiers costs, in requests of the caller's quota. */

/** A batch counts as one request per this many items. */
const itemsPerRequest = 20

/** Items with the name of a bank cost as much as a search: one request each. */
export function batchCost(items: readonly unknown[]): number {
  const names = items.filter((item) => typeof item === 'string' && mayHaveName(item)).length
  return names + Math.ceil((items.length - names) / itemsPerRequest)
}

/** Whether a word stands next to digits, as in "zenith 1000000001". The groups of an IBAN can look like words. */
function mayHaveName(text: string): boolean {
  const words = text.trim().split(/[\s,:;]+/)
  if (/^[a-z]{2}\d{2}/i.test(words[0] ?? '')) return false
  const isName = (word: string): boolean => /^\p{L}{2,}$/u.test(word) && !labels.test(word)
  return words.some(isJoined) || (words.some(isName) && words.some((word) => /\p{Nd}/u.test(word)))
}

/** "gtbank0123456785". An IFSC has four letters, a zero and six characters. */
const isJoined = (word: string): boolean =>
  /^\p{L}{3,}\p{Nd}{6,}$|^\p{Nd}{2,}\p{L}{3,}$/u.test(word) && !/^[a-z]{4}0[a-z\d]{6}$/i.test(word)

/** The labels in front of whole identifiers. */
const labels = /^(?:iban|bic|swift|lei|nuban|clabe|ifsc|bsb|aba|rib|account|konto|sort|code|routing|number|no|nr)$/i
