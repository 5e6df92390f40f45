/** Checks the options of the client and of its methods, for callers without TypeScript. */

/** Throws a `TypeError` that never prints a password. */
export function checkBaseUrl(baseUrl: string): void {
  const fail = (sentence: string): never => {
    throw new TypeError(`baseUrl must ${sentence}.`)
  }
  if (/^[a-z]*:?[\\/]*[^\\/?#]*@/i.test(baseUrl)) fail('have no user or password; send headers with the option fetch')
  if (!/^https?:\/\/./i.test(baseUrl)) fail(`start with http:// or https://${shown(baseUrl)}`)
  if (!canParse(baseUrl)) fail(`be a URL${shown(baseUrl)}`)
  if (/[?#]/.test(baseUrl)) fail(`have no query and no fragment${shown(baseUrl)}`)
}

/** A password with a slash is not where a URL has it. */
const shown = (baseUrl: string): string => (`${baseUrl}`.includes('@') ? '' : `, but is "${baseUrl}"`)

/** `URL.canParse` is missing in browsers from before 2024. */
function canParse(url: string): boolean {
  try {
    return Boolean(new URL(url))
  } catch {
    return false
  }
}

/** Returns the sentence about the first unknown option, or undefined. */
export function unknownOption(options: object, known: readonly string[]): string | undefined {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  return unknown === undefined ? undefined : `Unknown option "${unknown}"; use one of ${known.join(', ')}.`
}
