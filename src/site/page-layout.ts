/** The layout that all pages share: head, navigation and footer. */
import { type Html, html } from './html.ts'

/** Values shared by all pages of the site. */
export interface Frame {
  /** Path of the published base URL, without a trailing slash; usually empty. */
  base: string
  /** URL path of the scripts, style sheet and icon. */
  assets: string
  revision: string
}

export interface PageContent {
  title: string
  description: string
  main: Html
  /** The section of the site that the navigation marks as current. */
  section?: 'explore' | 'documentation' | 'news'
  /** The path of the same page as Markdown. */
  markdown?: string
  /** File names of the scripts that the page loads: first the one that it runs, then the ones that this one imports. */
  scripts?: readonly string[]
}

const sections = [
  { section: 'explore', path: '/', label: 'Explore' },
  { section: 'documentation', path: '/docs/1.0/', label: 'Documentation' },
  { section: 'news', path: '/news', label: 'News' },
] as const

export function renderPage({ base, assets, revision }: Frame, content: PageContent): string {
  const { title, description, main, section, markdown, scripts = [] } = content
  const links = sections.map(
    ({ section: name, path, label }) =>
      html`<a href="${base}${path}"${name === section ? html` aria-current="page"` : undefined}>${label}</a>`,
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${base}${assets}/style.css">
<link rel="icon" type="image/svg+xml" href="${base}${assets}/icon.svg">
<link rel="alternate" type="application/atom+xml" title="News (Atom)" href="${base}/news/feed.atom">
<link rel="alternate" type="application/feed+json" title="News (JSON Feed)" href="${base}/news/feed.json">
${markdown && html`<link rel="alternate" type="text/markdown" title="This page as Markdown" href="${base}${markdown}">`}
${scripts.map(
  (name) => html`<link rel="modulepreload" href="${base}${assets}/${name}">
`,
)}
${scripts[0] && html`<script type="module" src="${base}${assets}/${scripts[0]}"></script>`}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="site-header">
<a class="brand" href="${base}/"><img src="${base}${assets}/icon.svg" alt="" width="28" height="28">Bank Lookup</a>
<nav aria-label="Site">${links}</nav>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="site-footer">
<p>Data revision <code>${revision}</code></p>
<p><a href="${base}/docs/1.0/data">Data sources</a> <a href="${base}/coverage">Coverage</a> <a href="${base}/docs/1.0/reference">API reference</a> <a href="${base}/docs/1.0/openapi.json">OpenAPI</a> <a href="${base}/news/feed.atom">Atom</a> <a href="${base}/news/feed.json">JSON Feed</a></p>
</footer>
</body>
</html>
`.text
}
