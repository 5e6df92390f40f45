/**
 * Yields the tags of an XML text in one pass and in linear time, even for malicious input. A regular expression that
 * matches whole elements would take quadratic time if elements are not closed. Supports only the XML that spreadsheets
 * use.
 */
import { UnusableFile } from './unusable-file.ts'

export interface Tag {
  /** The tag name without the namespace prefix that some programs write. */
  name: string
  /** A self-closing tag such as `<c/>` both opens and closes. */
  opens: boolean
  closes: boolean
  /** The unparsed attributes. */
  attributes: string
  /** The text between the previous tag and this one. */
  before: string
}

/** Far longer than any tag in a spreadsheet. */
const tagLengthMax = 16_384

const tagPattern = /^(\/?)(?:\w+:)?(\w+)(.*?)(\/?)$/s

export function* tagsOf(xml: string): Generator<Tag, void, undefined> {
  for (let at = 0, from = xml.indexOf('<'); from !== -1; from = xml.indexOf('<', at)) {
    const isComment = xml.startsWith('<!--', from)
    if (xml.startsWith('<![CDATA[', from)) throw unreadable('a CDATA section')
    const to = isComment ? xml.indexOf('-->', from + 4) : xml.indexOf('>', from)
    if (to === -1) throw unreadable('a tag without an end')
    const parts = isComment ? null : tagAt(xml, from + 1, to)
    if (parts) {
      const [, slash, name = '', attributes = '', end] = parts
      yield { name, opens: slash === '', closes: slash !== '' || end !== '', attributes, before: xml.slice(at, from) }
    }
    at = to + (isComment ? 3 : 1)
  }
}

/** Returns null for a declaration. */
function tagAt(xml: string, from: number, to: number): RegExpExecArray | null {
  if (to - from > tagLengthMax) throw unreadable(`a tag of more than ${tagLengthMax} characters`)
  return tagPattern.exec(xml.slice(from, to))
}

export const attributeOf = ({ attributes }: Tag, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]

const unreadable = (what: string): UnusableFile => UnusableFile.at(1, `the xlsx file has ${what}; fetch the file again`)
