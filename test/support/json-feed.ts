/** JSON Feed 1.1 as a schema, written from its specification. */
import { Ajv } from 'ajv'

/** A timestamp in RFC 3339 format. */
export const moment =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

const text = { type: 'string' } as const
const address = { type: 'string', pattern: '^(https?|mailto):\\S+$' } as const
const when = { type: 'string', pattern: moment.source } as const
const language = { type: 'string', pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' } as const
const extensions = { '^_[A-Za-z][^.]*$': { type: 'object' } } as const
const object = (required: string[], properties: object) =>
  ({ type: 'object', required, properties, patternProperties: extensions, additionalProperties: false }) as const
const authors = {
  type: 'array',
  items: { ...object([], { name: text, url: address, avatar: address }), minProperties: 1 },
} as const
const attachment = object(['url', 'mime_type'], {
  url: address,
  mime_type: text,
  title: text,
  size_in_bytes: { type: 'number', minimum: 0 },
  duration_in_seconds: { type: 'number', minimum: 0 },
})
const item = {
  ...object(['id'], {
    id: { ...text, minLength: 1 },
    url: address,
    external_url: address,
    title: text,
    content_html: text,
    content_text: text,
    summary: text,
    image: address,
    banner_image: address,
    date_published: when,
    date_modified: when,
    authors,
    tags: { type: 'array', items: text },
    language,
    attachments: { type: 'array', items: attachment },
  }),
  anyOf: [{ required: ['content_html'] }, { required: ['content_text'] }],
}
/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) for the public web, without deprecated fields. */
const jsonFeedSchema = object(['version', 'title', 'home_page_url', 'feed_url', 'items'], {
  version: { const: 'https://jsonfeed.org/version/1.1' },
  title: { ...text, minLength: 1 },
  home_page_url: address,
  feed_url: address,
  description: text,
  user_comment: text,
  next_url: address,
  icon: address,
  favicon: address,
  authors,
  language,
  expired: { type: 'boolean' },
  hubs: { type: 'array', items: object(['type', 'url'], { type: text, url: address }) },
  items: { type: 'array', items: item },
})
export const isJsonFeed = new Ajv({ strict: true, strictRequired: false, allErrors: true }).compile(jsonFeedSchema)
