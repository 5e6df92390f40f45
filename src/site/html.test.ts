import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Html, html, raw } from './html.ts'

test('values are escaped in text and in attributes', () => {
  assert.equal(html`<p title="${'"<&>\''}">${'<b>'}</p>`.text, '<p title="&quot;&lt;&amp;&gt;&#39;">&lt;b&gt;</p>')
})

test('HTML values stay unescaped, even in lists; undefined is left out', () => {
  const items = ['a', '<'].map((item) => html`<li>${item}</li>`)
  assert.equal(html`<ul>${items}${undefined}${3}</ul>${raw('<hr>')}`.text, '<ul><li>a</li><li>&lt;</li>3</ul><hr>')
})

test('no text can open a tag or end an attribute', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const page = html`<a title="${text}">${text}</a>`
      assert.ok(page instanceof Html)
      assert.equal(page.text.match(/[<>]/g)?.length, 4)
      assert.equal(page.text.match(/"/g)?.length, 2)
    }),
  )
})
