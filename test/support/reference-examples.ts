/** Reads the examples of the API reference, in all languages, from the page that a service returned. */
import { unescapeText } from '../../src/site/html.ts'

export interface ReferenceExample {
  /** Operation id. */
  operation: string
  language: string
  code: string
  /** As shown: long lists are cut off. */
  response: string | undefined
}

/** `key`: replaces the placeholder of the key. `url`: the address of the service, which the browser puts into the page. */
export function readReferenceExamples(reference: string, key: string, url: string): ReferenceExample[] {
  return reference
    .replaceAll(/<span class="own-address">.*?<\/span>/g, url)
    .split('<div class="row operation">')
    .slice(1)
    .flatMap((part) => {
      const [operation = ''] = /(?<=Operation id: <code>)\w+/.exec(part) ?? []
      const side = part.split('<div class="example example-side">')[1] ?? ''
      const response = /<div class="code-box output">.*?<code[^>]*>(.*?)<\/code>/s.exec(side)?.[1]
      return [...side.matchAll(/<div class="panel"[^>]* data-language="(\w+)">.*?<code[^>]*>(.*?)<\/code>/gs)].map(
        ([, language = '', code = '']) => ({
          operation,
          language,
          code: plain(code).replaceAll('<PUBLIC_HASH_KEY>', key),
          response: response && plain(response),
        }),
      )
    })
}

const plain = (html: string): string => unescapeText(html.replaceAll(/<[^>]*>/g, '')).replaceAll('&#x27;', "'")
