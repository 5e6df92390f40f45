/** The sitemap: an index, and a file each for pages, countries and the banks of every country. */
import type { Directory } from '../directory/directory.ts'
import { banksIn } from '../directory/views/selected-fields.ts'
import { addressMark } from './documentation/example-address.ts'
import { escapeText } from './html.ts'
import { bankPath, countryPath } from './views/page-paths.ts'

/** Writes a file in small steps, because a country can have ten thousand banks. It contains `addressMark`. */
type WriteFile = () => Generator<void, Buffer>

const root = { base: '' }

/** Returns the files, keyed by path. `pages`: the paths of all pages except those of countries and banks. */
export function createSitemap(directory: Directory, pages: readonly string[]): Map<string, WriteFile> {
  const { countries, selectBanks, revision } = directory
  const single = countries.filter(({ kind }) => kind === 'country')
  const changed = /^\d{4}-\d{2}-\d{2}/.exec(revision)?.[0]
  const files = new Map<string, WriteFile>()
  files.set('/sitemaps/pages.xml', function* () {
    return urlSet(pages.map((path) => `${addressMark}${path}`))
  })
  files.set('/sitemaps/countries.xml', function* () {
    const urls = countries.map(({ code }) => `${addressMark}${countryPath(root, code)}`)
    return urlSet(urls, changed)
  })
  for (const country of single) {
    files.set(`/sitemaps/banks-${country.code.toLowerCase()}.xml`, function* () {
      const urls: string[] = []
      const { json } = yield* selectBanks(country, { status: 'active' })
      for (const banks of banksIn(json)) {
        urls.push(...banks.map(({ id }) => `${addressMark}${bankPath(root, id)}`))
        yield
      }
      return urlSet(urls)
    })
  }
  const paths = [...files.keys()]
  files.set('/sitemap.xml', function* () {
    const items = paths.map((path) => element('sitemap', `${addressMark}${path}`, changed))
    return Buffer.from(document('sitemapindex', items))
  })
  return files
}

const urlSet = (urls: readonly string[], changed?: string): Buffer =>
  Buffer.from(
    document(
      'urlset',
      urls.map((url) => element('url', url, changed)),
    ),
  )

const document = (name: string, items: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('\n')}\n</${name}>\n`

const element = (name: string, url: string, changed: string | undefined): string =>
  `<${name}><loc>${escapeText(url)}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</${name}>`
