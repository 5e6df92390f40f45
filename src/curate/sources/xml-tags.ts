/**
 * The tags of an XML text, in one pass: every character is looked at once, however the text is made. Regular expressions
 * over whole elements take quadratic time where an element does not end. No more of XML than spreadsheets need.
 */
import { UnusableFile } from './source-file.ts'

export interface Tag {
  /** Without a prefix, which some programs write before every name. */
  name: string
  /** `<c/>` is both. */
  opens: boolean
  closes: boolean
  /** As they are written. */
  attributes: string
  /** The text before the tag, back to the tag before it. */
  before: string
}

/** No tag of a spreadsheet comes near this. */
const tagLengthMax = 16_384

const form = /^(\/?)(?:\w+:)?(\w+)(.*?)(\/?)$/s

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

/** Nothing for a declaration. */
function tagAt(xml: string, from: number, to: number): RegExpExecArray | null {
  if (to - from > tagLengthMax) throw unreadable(`a tag of more than ${tagLengthMax} characters`)
  return form.exec(xml.slice(from, to))
}

export const attributeOf = ({ attributes }: Tag, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]

const unreadable = (what: string): UnusableFile => UnusableFile.at(1, `the xlsx file has ${what}; fetch the file again`)
