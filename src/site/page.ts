/** The frame of every page: head, way around, footer. */
import { type Html, html } from './html.ts'

/** What all pages of a site have in common. */
export interface Frame {
  /** The path under which the service is published, without a slash at the end; mostly empty. */
  base: string
  /** Where script, style and icon are. */
  assets: string
  /** The names of all scripts there, which one page's script imports. */
  scripts: string[]
  revision: string
}

export interface PageContent {
  title: string
  description: string
  main: Html
  /** The room of the site that it belongs to. */
  room?: 'explore' | 'documentation' | 'news'
  /** The script that it runs. */
  script?: string
}

const rooms = [
  { room: 'explore', path: '/', label: 'Explore' },
  { room: 'documentation', path: '/docs/1.0/', label: 'Documentation' },
  { room: 'news', path: '/news', label: 'News' },
] as const

export function renderPage({ base, assets, scripts, revision }: Frame, content: PageContent): string {
  const { title, description, main, room, script } = content
  const links = rooms.map(
    ({ room: name, path, label }) =>
      html`<a href="${base}${path}"${name === room ? html` aria-current="page"` : undefined}>${label}</a>`,
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
${
  script &&
  scripts.map(
    (name) => html`<link rel="modulepreload" href="${base}${assets}/${name}">
`,
  )
}
${script && html`<script type="module" src="${base}${assets}/${script}"></script>`}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="site-header">
<a class="brand" href="${base}/"><img src="${base}${assets}/icon.svg" alt="" width="28" height="28">Bank Lookup</a>
<nav aria-label="Site">${links}</nav>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="site-footer">
<p>Data revision <code>${revision}</code></p>
<p><a href="${base}/docs/1.0/data">Where the data comes from</a> <a href="${base}/coverage">Coverage</a> <a href="${base}/docs/1.0/reference">API reference</a> <a href="${base}/docs/1.0/openapi.json">OpenAPI</a> <a href="${base}/news/feed.atom">Atom</a> <a href="${base}/news/feed.json">JSON Feed</a></p>
</footer>
</body>
</html>
`.text
}
