/** Reads and validates the announcements in `news/`. Each is a Markdown file, and the newest comes first. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFrontMatter } from '../documentation/front-matter.ts'

export interface NewsEntry {
  /** Last segment of the URL `/news/<slug>`. */
  slug: string
  /** Permanent id for feed readers, the same on every server. */
  id: string
  /** The headline: it says what changed. */
  title: string
  summary: string
  /** The data revision that the entry announces, if it is about a data release. */
  revision: string | undefined
  /** RFC 3339 time in UTC with whole seconds, so that times can be compared as text. */
  published: string
  /** Equal to `published` until the entry is changed. */
  updated: string
  html: string
}

/** Throws if a file is invalid, with a message that says how to fix it. */
export function readNews(folder: string, render: (markdown: string) => string): NewsEntry[] {
  const fileBySlug = new Map<string, string>()
  const entries = readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => {
      const file = join(folder, name)
      try {
        const entry = readEntry(name, readFileSync(file, 'utf8'), render)
        const other = fileBySlug.get(entry.slug)
        if (other)
          throw new Error(`${other} already uses the slug "${entry.slug}". Choose another name after the date.`)
        fileBySlug.set(entry.slug, name)
        return entry
      } catch (error) {
        throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
      }
    })
  return entries.sort((a, b) =>
    a.published === b.published ? compare(a.slug, b.slug) : compare(b.published, a.published),
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/**
 * Returns a tag URI (RFC 4151). A tag URI needs a domain, but ids must be the same on every server, so it cannot be the
 * operator's domain. Names under `.example` are reserved (RFC 2606), so no domain owner can use the same ids for
 * something else.
 */
export const tagUri = (date: string, name: string): string => `tag:bank-lookup.example,${date}:${name}`

const fieldNames = ['title', 'date', 'updated', 'summary', 'revision']

function readEntry(name: string, file: string, render: (markdown: string) => string): NewsEntry {
  // The pattern allows no dot in a slug, so a slug cannot collide with the URL of a feed.
  const [, day, slug] = /^(\d{4}-\d\d-\d\d)-([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/.exec(name) ?? []
  if (!day || !slug) throw new Error('Name the file by date and subject, such as 2026-11-15-interface-1-0.md.')
  const { fields, text } = readFrontMatter(file)
  const unknown = Object.keys(fields).find((field) => !fieldNames.includes(field))
  if (unknown)
    throw new Error(`Unknown field "${unknown}" in the front matter. Known fields: ${fieldNames.join(', ')}.`)
  const { title, date, updated = date, summary, revision } = fields
  if (!title || !date || !updated || !summary) {
    const missing = ['title', 'date', 'summary'].find((field) => !fields[field])
    throw new Error(`The front matter has no "${missing}". Add "${missing}: ..." between two "---" lines at the top.`)
  }
  checkDate('date', date)
  checkDate('updated', updated)
  if (!date.startsWith(day)) throw new Error(`"date" is ${date} but the file name says ${day}. Use the same day.`)
  if (updated < date)
    throw new Error(`"updated" is ${updated}, which is before "date". Use the time of the last change.`)
  if (text.trim() === '') throw new Error('There is no text after the front matter. Add the text of the entry.')
  const html = render(text)
  checkLinks(html)
  return { slug, id: tagUri(day, `news/${slug}`), title, summary, revision, published: date, updated, html }
}

function checkDate(field: string, value: string): void {
  const date = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) ? value : Number.NaN)
  // Compare the parsed date with the text: `Date` turns 30 February into a day in March.
  if (Number.isNaN(date.valueOf()) || date.toISOString() !== value.replace('Z', '.000Z')) {
    throw new Error(`"${field}" is ${JSON.stringify(value)}; expected a time in UTC such as 2026-11-15T08:00:00Z.`)
  }
}

/** Throws if the text has a relative link: feed readers show the text at another URL, where such links break. */
function checkLinks(html: string): void {
  for (const [tag] of html.matchAll(/<[a-z][^<>]*>/gi)) {
    if (/\s(?:href|src)\s*=(?!"(?:\/(?!\/)|#|https?:\/\/|mailto:))/i.test(tag)) {
      throw new Error(`The link in ${tag} does not work in a feed. Start it with "/" or "https://".`)
    }
  }
}
