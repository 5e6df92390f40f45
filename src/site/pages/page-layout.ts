/** The layout that all pages share: head, navigation and footer. */
import { type Html, html, raw } from '../html.ts'
import { changesPath, reportPath } from '../views/page-paths.ts'

/** Values shared by all pages of the site. */
export interface Frame {
  /** Path of the published base URL, without a trailing slash; usually empty. */
  base: string
  /**
   * The configured base URL without a trailing slash, for examples and for links that other sites follow. If it is empty,
   * links are relative: a page must not contain the Host header of a request, because it is rendered once for all of them.
   */
  publicUrl: string
  /** URL path of the assets folder, and the names of the files in it. */
  assets: { folder: string; names: ReadonlySet<string> }
  revision: string
  /** The address of the public repository, if there is one. */
  repository?: string | undefined
  /** Whether the site is a folder of files without a service. Its pages link to no page that only the service has. */
  isStatic?: boolean
}

export interface PageContent {
  title: string
  description: string
  main: Html
  /** The section of the site that the navigation marks as current. */
  section?: 'explore' | 'documentation' | 'coverage' | 'news' | 'files'
  /** The path of the same page as Markdown. */
  markdown?: string
  /** The feed of the page, besides that of the news: its title and the path above `feed.atom` and `feed.json`. */
  feed?: { title: string; path: string }
  /** The path of the page, for links from other sites. Error pages have none. */
  path?: string
  /** File name of the script of the page. */
  script?: string
  /** File name of a small script that runs before the first paint. */
  firstPaintScript?: string
  /** Id of the element that the browser must have read before it draws the page. Not all browsers support this. */
  drawnAfter?: string | undefined
  /** Controls at the end of the header, such as the search of the documentation. */
  headerTools?: Html
  /** Descriptions for crawlers, as JSON-LD. */
  structuredData?: readonly object[]
  /** Whether search engines should not list the page. */
  isUnlisted?: boolean
}

const sections = [
  { section: 'explore', path: '/', label: 'Explore' },
  { section: 'documentation', path: '/docs/1.0/', label: 'Docs' },
  { section: 'coverage', path: '/coverage', label: 'Coverage' },
  { section: 'news', path: '/news', label: 'News' },
] as const

/** The page that says what files a static site has. */
export const filesPath = '/files.html'

/** The sections of a static site. */
const staticSections = [
  { section: 'explore', path: '/', label: 'Explore' },
  { section: 'files', path: filesPath, label: 'Files' },
] as const

const root = { base: '' }

const footerLinks = [
  ['/sources', 'Data sources'],
  ['/docs/1.0/reference', 'API reference'],
  ['/docs/1.0/openapi.json', 'OpenAPI'],
  ['/data-licence', 'Data licence'],
  [changesPath(root), 'Changes'],
  [`${changesPath(root)}/feed.atom`, 'Feed of changes (Atom)'],
  ['/news/feed.atom', 'Feed of news (Atom)'],
  [reportPath(root), 'Report an error'],
  ['/contributing', 'Contributing'],
] as const

/** The icon of the site, inline to save a request. */
const logo = html`<svg class="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M14.9 6.3a2 2 0 0 1 1.8 0l8.5 4.4q.6.3.6 1v.8a1 1 0 0 1-1 1h-18a1 1 0 0 1-1-1v-.8q0-.7.6-1zM7 16.5a1 1 0 0 1 1-1h1a1 1 0 0 1 1 1V25a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1zm5.4 0a1 1 0 0 1 1-1h1a1 1 0 0 1 1 1V25a1 1 0 0 1-1 1h-1a1 1 0 0 1-1-1z"/><path class="lens" d="M24.3 19.2a3.1 3.1 0 1 1-6.2 0 3.1 3.1 0 0 1 6.2 0zm-.9 2.3 3 3.2"/></svg>`

/** For `drawnAfter`: with this id, the browser draws the page only after reading all of it. */
export const footerId = 'site-footer'

export function renderPage(frame: Frame, content: PageContent): string {
  const { base, publicUrl, revision, repository, isStatic = false } = frame
  const { title, description, main, section, markdown, path, script, firstPaintScript, drawnAfter, headerTools } =
    content
  const { structuredData = [], isUnlisted = false, feed } = content
  // A static page does not know the search in its address: the script shows it, before anything is painted that would move.
  const renderBlocking = isStatic ? html` blocking="render"` : undefined
  const links = (isStatic ? staticSections : sections).map(
    ({ section: name, path: target, label }) =>
      html`<a href="${base}${target}"${name === section ? html` aria-current="page"` : undefined}>${label}</a>`,
  )
  return html`<!doctype html>
<html lang="en"${section && html` data-section="${section}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
${isUnlisted ? html`<meta name="robots" content="noindex">` : undefined}
${path === undefined ? undefined : html`<link rel="canonical" href="${publicUrl}${path}">`}
${ifBuilt(frame, 'fonts/inter-latin.woff2', (url) => html`<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin>`)}
${socialTags(frame, content)}
${ifBuilt(frame, 'style.css', (url) => html`<link rel="stylesheet" href="${url}">`)}
${drawnAfter && html`<link rel="expect" href="#${drawnAfter}" blocking="render">`}
${iconLinks(frame)}
${isStatic ? undefined : [...(feed ? [feed] : []), newsFeedLink].map((one) => feedLinks(base, one))}
${markdown && html`<link rel="alternate" type="text/markdown" title="This page as Markdown" href="${base}${markdown}">`}
${firstPaintScript && ifBuilt(frame, firstPaintScript, (url) => html`<script src="${url}"></script>`)}
${script && ifBuilt(frame, script, (url) => html`<script type="module" src="${url}"${renderBlocking}></script>`)}
${structuredData.map((description) => dataBlock('application/ld+json', description))}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="site-header"><div>
<a class="brand" href="${base}/">${logo}<span>Bank Lookup</span></a>
<nav class="site-nav" aria-label="Site">${links}</nav>
${headerTools && html`<div class="header-tools">${headerTools}</div>`}
</div></header>
<main id="main" tabindex="-1">
${main}
</main>
<footer id="${footerId}" class="site-footer">
<p>Data revision <code>${revision}</code><span class="print-only"> · ${publicUrl}${path}</span></p>
${isStatic ? undefined : html`<ul>${footerLinks.map(([target, label]) => html`<li><a href="${base}${target}">${label}</a></li>`)}${repository && html`<li><a href="${repository}" rel="noopener">Source code</a></li>`}</ul>`}
</footer>
</body>
</html>
`.text
}

const newsFeedLink = { title: 'News', path: '/news' }

const feedLinks = (base: string, { title, path }: NonNullable<PageContent['feed']>): Html =>
  html`<link rel="alternate" type="application/atom+xml" title="${title} (Atom)" href="${base}${path}/feed.atom">
<link rel="alternate" type="application/feed+json" title="${title} (JSON Feed)" href="${base}${path}/feed.json">
`

const socialImage = 'social.png'

/** What other sites and messengers show for a link to the page: Open Graph, and the card of X, formerly Twitter. */
function socialTags({ publicUrl, assets }: Frame, { title, description, path }: PageContent): Html | undefined {
  if (path === undefined) return undefined
  // Other sites read only absolute URLs.
  const image = publicUrl && assets.names.has(socialImage) ? `${publicUrl}${assets.folder}/${socialImage}` : undefined
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="Bank Lookup">
<meta property="og:title" content="${title.replace(/ · Bank Lookup$/, '')}">
<meta property="og:description" content="${description}">
${publicUrl && html`<meta property="og:url" content="${publicUrl}${path}">`}
${
  image &&
  html`<meta property="og:image" content="${image}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="Bank Lookup">`
}
<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`
}

/** Returns the path of an asset, or undefined if the site is not built. */
export const assetPath = ({ base, assets }: Frame, name: string): string | undefined =>
  assets.names.has(name) ? `${base}${assets.folder}/${name}` : undefined

function ifBuilt(frame: Frame, name: string, render: (path: string) => Html): Html | undefined {
  const path = assetPath(frame, name)
  return path === undefined ? undefined : render(path)
}

/** Icons for tabs and home screens, and the colour of the browser's own bars, which is that of the header. */
function iconLinks(frame: Frame): Html {
  return html`${ifBuilt(frame, 'icon.svg', (url) => html`<link rel="icon" type="image/svg+xml" href="${url}">`)}
${ifBuilt(frame, 'touch-icon.png', (url) => html`<link rel="apple-touch-icon" href="${url}">`)}
<link rel="manifest" href="${frame.base}/manifest.webmanifest">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#14171d" media="(prefers-color-scheme: dark)">`
}

/**
 * JSON in a page, for scripts and crawlers. Browsers do not run it, so the content security policy allows it. Escapes `<`,
 * so that no text in the value can end the element.
 */
export const dataBlock = (type: 'application/json' | 'application/ld+json', value: object, id?: string): Html =>
  html`<script type="${raw(type)}"${id && html` id="${id}"`}>${raw(JSON.stringify(value).replaceAll('<', '\\u003c'))}</script>`

/** Attributes of the search field of a form. */
export const searchFieldAttributes = html`name="q" type="search" maxlength="100" autocomplete="off" autocapitalize="none" spellcheck="false"`

/**
 * Where a search form goes without script: by POST, because the text may have an account number. The service redirects any
 * other text to the URL of its results.
 */
export const searchFormTarget = ({ base, isStatic }: { base: string; isStatic?: boolean | undefined }): Html =>
  isStatic ? html`action="${base}/" method="get"` : html`action="${base}/search" method="post"`
