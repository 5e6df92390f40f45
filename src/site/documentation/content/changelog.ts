/** The changelog of the program for the documentation. */
import { readFileSync } from 'node:fs'

const file = new URL('../../../../CHANGELOG.md', import.meta.url)

/** Returns the Markdown of the changelog without its title and introduction, with links to the pages of the site. */
export const readChangelog = (): string => toPage(readFileSync(file, 'utf8'))

const toPage = (changelog: string): string =>
  changelog
    .slice(changelog.indexOf('\n## ') + 1)
    .replaceAll(
      /\]\(docs\/site\/([\d.]+)\/(?:index|([\w-]+))\.md/g,
      (_, version, slug = '') => `](/docs/${version}/${slug}`,
    )
