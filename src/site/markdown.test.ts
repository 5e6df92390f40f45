import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from './markdown.ts'

const render = (text: string, base = ''): string => renderMarkdown(text, base).html

test('every heading has a unique id to link to', () => {
  const { html, sections } = renderMarkdown('## Keys & codes\n\n### Keys & codes\n\n## `code`, when null\n', '')
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

test('the same request in several languages is one group, without the response after it', () => {
  const html = render('```sh\ncurl a\n```\n\n```ts\nfetch()\n```\n\n```python\nopen()\n```\n\n```json\n{}\n```\n')
  assert.match(
    html,
    /<div class="examples"><figure><figcaption>curl<.*<figcaption>TypeScript<.*<figcaption>Python<.*<\/div>\n<pre tabindex="0"><code class="language-json">/s,
  )
  assert.doesNotMatch(render('```sh\nnpm ci\n```\n\ntext\n\n```sh\nnpm start\n```\n'), /examples/)
  assert.doesNotMatch(render('```sh\npodman build\n```\n\n```sh\ndocker build\n```\n'), /examples|curl/)
})

test('code is escaped and otherwise unchanged', () => {
  assert.match(
    render('```ts\nconst a: Map<string, "b"> = c && d\n```'),
    /Map&lt;string, &quot;b&quot;&gt; = c &amp;&amp; d</,
  )
})

test('the extension marker gets its class', () => {
  assert.match(render('*Beyond interface 1.0.*'), /<p class="beyond"><em>/)
  assert.doesNotMatch(render('*Beyond.*'), /class/)
})

test('a table can be scrolled by keyboard and is labelled by its columns', () => {
  const html = render('| code | means |\n|---|---|\n| `a` | **b** |\n')
  assert.match(html, /<div class="table" tabindex="0" role="region" aria-label="Table of code, means"><table>/)
  assert.match(html, /<th scope="col">code<\/th>.*<td><code>a<\/code><\/td><td><strong>b<\/strong><\/td>/s)
})
