import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unescapeText } from '../html.ts'
import { renderMarkdown, renderPlainMarkdown } from './markdown.ts'

/** The whole page. */
function render(text: string, base = ''): string {
  const { introduction, body } = renderMarkdown(text, { base })
  return introduction + body
}

test('every heading has a unique id to link to', () => {
  const { body: html, sections } = renderMarkdown('## Keys & codes\n\n### Keys & codes\n\n## `code`, when null\n')
  assert.match(html, /<h2 id="keys-codes">Keys &amp; codes <a class="anchor" href="#keys-codes"/)
  assert.match(html, /<h3 id="keys-codes-2">/)
  assert.deepEqual(sections, [
    { id: 'keys-codes', title: 'Keys & codes' },
    { id: 'code-when-null', title: 'code, when null' },
  ])
})

test('links within the site get the base path; others stay unchanged', () => {
  assert.match(render('[a](/docs/1.0/keys#x)', '/lookup'), /href="\/lookup\/docs\/1\.0\/keys#x"/)
  assert.match(render('[a](https://example.com/?a=1&b=2)', '/lookup'), /href="https:\/\/example\.com\/\?a=1&amp;b=2"/)
  assert.match(render('[a](#here)', '/lookup'), /href="#here"/)
})

/** The text that a reader sees in HTML. */
const textOf = (html: string): string => unescapeText(html.replaceAll(/<[^>]*>/g, '')).replaceAll('&#x27;', "'")

test('the same request in several languages is one example with tabs, next to the text', () => {
  const { body, introduction, hasSideColumn } = renderMarkdown(
    '## One\n\nBefore\n\n```sh\ncurl a\n```\n\n```ts\nfetch()\n```\n\n```json response=404\n{}\n```\n\nAfter\n',
  )
  assert.equal(introduction, '')
  assert.ok(hasSideColumn)
  assert.match(
    body,
    /^<div class="row"><div class="text"><h2.*<p>Before<\/p>\n<\/div>\n<div class="example example-side">/s,
  )
  assert.deepEqual(
    [...body.matchAll(/role="tab" id="(.*?)" aria-controls="(.*?)" aria-selected="(\w+)"/g)].map(([, ...rest]) => rest),
    [
      ['example-2-sh-tab', 'example-2-sh', 'true'],
      ['example-2-ts-tab', 'example-2-ts', 'false'],
    ],
  )
  for (const id of ['example-2-sh', 'example-2-ts'])
    assert.match(body, new RegExp(`role="tabpanel" id="${id}" aria-labelledby="${id}-tab"`))
  assert.match(
    body,
    /Response <span class="http-status" data-class="4xx">404<\/span>.*<div class="text"><p>After<\/p>/s,
  )
})

test('commands in one language are no tabs, and their output has a title', () => {
  assert.doesNotMatch(render('```sh\nnpm ci\n```\n\ntext\n\n```sh\nnpm start\n```\n'), /tablist/)
  assert.doesNotMatch(render('```sh\npodman build\n```\n\n```sh\ndocker build\n```\n'), /tablist/)
  assert.match(
    render('```sh\nnpx bank-lookup version\n```\n\n```text\n1.0.0\n```\n'),
    /<p class="code-title">Output<\/p>/,
  )
})

test('the text before an example stays before it, and the sentence that introduces the next one goes with that', () => {
  const request = '```sh\ncurl a\n```\n\n```ts\nfetch()\n```\n'
  const { body } = renderMarkdown(`## One\n\nalpha\n\n${request}\nbravo\n\ncharlie\n\n${request}\ndelta\n`)
  const rows = body.split('<div class="row">').slice(1).map(textOf)
  const [first = '', second = ''] = rows.map((row) => row.match(/alpha|bravo|charlie|delta|curl a/g)?.join(' '))
  assert.equal(first, 'alpha curl a bravo')
  assert.equal(second, 'charlie curl a delta')
})

test('code is escaped and otherwise unchanged', () => {
  const code = 'const a: Map<string, "b"> = c && d'
  for (const language of ['ts', 'sh', 'python', 'php', 'go', 'json', 'html', 'http', 'text', 'unknown', ''])
    assert.equal(
      textOf(/<code.*?<\/code>/s.exec(render(`\`\`\`${language}\n${code}\n\`\`\``))?.[0] ?? ''),
      code,
      language,
    )
})

test('a request without a key can be sent from the page; others cannot', () => {
  const request = (code: string): string => render(`\`\`\`sh\n${code}\n\`\`\``, '/api')
  assert.match(
    request(`curl -d '{"country":"ng"}' -H 'content-type: application/json' \\\n  http://localhost:8080/v1/banks`),
    /class="code-button run script-only" data-method="POST" data-path="\/api\/v1\/banks" data-headers="{&quot;content-type&quot;:&quot;application\/json&quot;}" data-body="{&quot;country&quot;:&quot;ng&quot;}"/,
  )
  assert.doesNotMatch(
    request("curl -H 'authorization: Bearer <PUBLIC_HASH_KEY>' http://localhost:8080/v1/banks"),
    /data-path/,
  )
  assert.doesNotMatch(request('npm start'), /data-path/)
})

test('a table row that starts with a name can be linked to', () => {
  const html = render('## Status\n\n| field | meaning |\n|---|---|\n| `status` | a |\n| `status` | b |\n| c | d |\n')
  assert.match(html, /<tr id="entry-status">.*<tr id="entry-status-2">.*<tr><td>c/s)
})

test('Markdown for feeds has no buttons', () => {
  assert.doesNotMatch(renderPlainMarkdown('```sh\ncurl http://localhost:8080/\n```\n'), /<button|class="row"/)
})

test('a table can be scrolled by keyboard and is labelled by its columns', () => {
  const html = render('| code | means |\n|---|---|\n| `a` | **b** |\n')
  assert.match(html, /<div class="table" tabindex="0" role="region" aria-label="Table of code, means"><table>/)
  assert.match(html, /<th scope="col">code<\/th>.*<td><code>a<\/code><\/td><td><strong>b<\/strong><\/td>/s)
})
