/** The news: the announcements in `news/`, one Markdown file each, read, checked and put newest first. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFrontMatter } from './front-matter.ts'

export interface NewsEntry {
  /** The last part of its address, `/news/<slug>`. */
  slug: string
  /** What feed readers know it by: the same for ever and on every machine that serves it. */
  id: string
  title: string
  summary: string
  /** In UTC and whole seconds, as RFC 3339 writes it; so dates sort as text. */
  published: string
  /** The same as `published` until the entry is changed. */
  updated: string
  html: string
}

/** A file that cannot be published as it stands stops the reading with a sentence that says what to do. */
export function readNews(folder: string, render: (markdown: string) => string): NewsEntry[] {
  const fileOf = new Map<string, string>()
  const entries = readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => {
      const file = join(folder, name)
      try {
        const entry = readEntry(name, readFileSync(file, 'utf8'), render)
        const other = fileOf.get(entry.slug)
        if (other) throw new Error(`${other} is "${entry.slug}" already; choose another name after the date.`)
        fileOf.set(entry.slug, name)
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
 * A permanent name by RFC 4151, which asks for a domain. The service has none that it could keep for ever: whoever
 * publishes it has their own, and ids must not change with it. Names under `.example` are reserved (RFC 2606), so
 * nobody can come to own this one and give the same ids to something else.
 */
export const tagUri = (date: string, name: string): string => `tag:bank-lookup.example,${date}:${name}`

const fieldNames = ['title', 'date', 'updated', 'summary']

function readEntry(name: string, file: string, render: (markdown: string) => string): NewsEntry {
  // No dot in the slug, so that no entry can ever stand at the address of a feed.
  const [, day, slug] = /^(\d{4}-\d\d-\d\d)-([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/.exec(name) ?? []
  if (!day || !slug) throw new Error('Name the file after its day and subject, such as 2026-11-15-interface-1-0.md.')
  const { fields, text } = readFrontMatter(file)
  const unknown = Object.keys(fields).find((field) => !fieldNames.includes(field))
  if (unknown)
    throw new Error(`The front matter has the unknown field "${unknown}"; known are ${fieldNames.join(', ')}.`)
  const { title, date, updated = date, summary } = fields
  if (!title || !date || !updated || !summary) {
    const missing = ['title', 'date', 'summary'].find((field) => !fields[field])
    throw new Error(`The front matter lacks "${missing}"; write "${missing}: ..." between two lines "---" at the top.`)
  }
  checkDate('date', date)
  checkDate('updated', updated)
  if (!date.startsWith(day)) throw new Error(`"date" is ${date}, the file name says ${day}; make the days the same.`)
  if (updated < date) throw new Error(`"updated" is ${updated}, before "date"; write when the entry was last changed.`)
  if (text.trim() === '') throw new Error('There is no text after the front matter; write some.')
  const html = render(text)
  checkLinks(html)
  return { slug, id: tagUri(day, `news/${slug}`), title, summary, published: date, updated, html }
}

function checkDate(field: string, written: string): void {
  const date = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(written) ? written : Number.NaN)
  // Without the second look, 30 February would be a day in March.
  if (Number.isNaN(date.valueOf()) || date.toISOString() !== written.replace('Z', '.000Z')) {
    throw new Error(`"${field}" is ${JSON.stringify(written)}; write a moment in UTC such as 2026-11-15T08:00:00Z.`)
  }
}

/** A feed reader shows the text at another address, where only these links can be made to work. */
function checkLinks(html: string): void {
  for (const [tag] of html.matchAll(/<[a-z][^<>]*>/gi)) {
    if (/\s(?:href|src)\s*=(?!"(?:\/(?!\/)|#|https?:\/\/|mailto:))/i.test(tag)) {
      throw new Error(`The link in ${tag} leads nowhere from a feed; begin it with "/" or "https://".`)
    }
  }
}
