/** CONTRIBUTING.md and the licence of the data as pages: the documentation and the pages of the explorer link to them. */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { html, raw } from '../html.ts'
import { type Frame, renderPage } from '../pages/page-layout.ts'
import { addressOf } from './addresses.ts'
import { renderPlainMarkdown } from './markdown.ts'

const root = new URL('../../../', import.meta.url)

export interface ProjectPage {
  /** The path of the page. */
  path: string
  /** The file in the repository, in the package and in the image. */
  file: string
  title: string
  description: string
}

export const projectPages: readonly ProjectPage[] = [
  {
    path: '/contributing',
    file: 'CONTRIBUTING.md',
    title: 'Contributing',
    description: 'How to correct a bank, add a country or change the code.',
  },
  {
    path: '/data-licence',
    file: 'data/LICENSE.md',
    title: 'Data licence',
    description: 'Who owns the data, which terms apply, and which credits are required.',
  },
]

export function renderProjectPage(frame: Frame, { path, file, title, description }: ProjectPage): string {
  const markdown = readFileSync(new URL(file, root), 'utf8')
  return renderPage(frame, {
    title: `${title} · Bank Lookup`,
    description,
    main: html`<article class="prose">${raw(renderPlainMarkdown(withLinks(markdown, file, frame)))}</article>`,
    path,
  })
}

const link = /\[((?:[^\]\\]|\\.)+)\]\(([^)\s]+)\)/g

/** Lets links to other files lead to their pages, or to the repository. Without a repository, they become text. */
export function withLinks(
  markdown: string,
  file: string,
  { base, repository }: Pick<Frame, 'base' | 'repository'>,
): string {
  return markdown.replaceAll(link, (whole, text: string, target: string) => {
    if (/^(?:[a-z]+:|#)/.test(target)) return whole
    const [name = '', hash] = target.split('#')
    const linked = posix.join(posix.dirname(file), name)
    const page = pageOf(linked)
    const section = hash === undefined ? '' : `#${hash}`
    if (page !== undefined) return `[${text}](${base}${page}${section})`
    return repository === undefined ? text : `[${text}](${repository}/blob/HEAD/${linked}${section})`
  })
}

function pageOf(file: string): string | undefined {
  const [, slug] = /^docs\/site\/1\.0\/([\w-]+)\.md$/.exec(file) ?? []
  if (slug !== undefined) return addressOf(slug === 'index' ? '' : slug)
  return projectPages.find((page) => page.file === file)?.path
}

/** The address of the public repository, if `package.json` names one. */
export function readRepository(): string | undefined {
  const { repository } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return repositoryAddress(repository)
}

/** `repository`: as in `package.json`, an address or an object with one. */
export function repositoryAddress(repository: unknown): string | undefined {
  const { url = repository } = (repository ?? {}) as { url?: unknown }
  if (typeof url !== 'string') return undefined
  const address = url
    .replace(/^github:|^(?=[\w.-]+\/[\w.-]+$)/, 'https://github.com/')
    .replace(/^git\+/, '')
    .replace(/\.git$/, '')
  return URL.parse(address)?.protocol === 'https:' ? address : undefined
}
