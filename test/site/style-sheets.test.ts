/** The style sheets of the site: no dead rules, no sizes or colours of their own. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../../', import.meta.url)
const folder = new URL('src/site/styles/', root)

const sheets = readdirSync(folder).map((name) => ({
  name,
  css: readFileSync(new URL(name, folder), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
}))

/** The text of all files that can name a class: pages, views, scripts and documentation. */
const sources = ['src/site/', 'src/bin/tools/build-site/', 'docs/site/']
  .flatMap((path) =>
    readdirSync(new URL(path, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|js|md)$/.test(name) && !name.startsWith('dist/') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(new URL(`${path}${name}`, root), 'utf8')),
  )
  .join('\n')

const words = new Set(sources.match(/[\w-]+/g))

test('every class in a style sheet is named in a source file', () => {
  const dead = sheets.flatMap(({ name, css }) => {
    const selectors = css.replaceAll(/\{[^{}]*\}/g, '{}').replaceAll(/"[^"]*"/g, '""')
    const classes = new Set(Array.from(selectors.matchAll(/\.([a-zA-Z][\w-]*)/g), ([, one]) => one as string))
    // The highlighter composes the names of its classes.
    return [...classes].filter((one) => !words.has(one) && !one.startsWith('hl-')).map((one) => `${name}: .${one}`)
  })
  assert.deepEqual(dead, [])
})

test('every id in a style sheet is in a source file', () => {
  const dead = sheets.flatMap(({ name, css }) => {
    const selectors = css.replaceAll(/\{[^{}]*\}/g, '{}')
    return Array.from(selectors.matchAll(/#([a-z][\w-]*)/g), ([, id]) => id as string)
      .filter((id) => !words.has(id))
      .map((id) => `${name}: #${id}`)
  })
  assert.deepEqual(dead, [])
})

test('only the tokens name colours, and only six font sizes exist', () => {
  // On paper, colours and sizes are different: in points.
  const others = sheets.filter(({ name }) => !['tokens.css', 'print.css'].includes(name))
  const wrong = others.flatMap(({ name, css }) =>
    Array.from(css.matchAll(/([\w-]+):([^;{}]+);/g)).flatMap(([line, property, value]) => {
      const isColor = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/.test(value as string)
      const isSize =
        /^font(?:-size)?$/.test(property as string) && !/var\(--text-\d+\)|inherit|\dem\b|\dpt\b/.test(value as string)
      return isColor || isSize ? [`${name}: ${line}`] : []
    }),
  )
  assert.deepEqual(wrong, [])
})

test('every custom property that a rule uses is defined', () => {
  const all = sheets.map(({ css }) => css).join('\n')
  const defined = new Set(Array.from(all.matchAll(/(--[\w-]+):/g), ([, name]) => name))
  const used = new Set(Array.from(all.matchAll(/var\((--[\w-]+)\)/g), ([, name]) => name as string))
  // A script may set a property instead.
  const missing = [...used].filter((name) => !defined.has(name) && !sources.includes(`'${name}'`))
  assert.deepEqual(missing, [])
})

test('style.css imports every style sheet', () => {
  const imported = Array.from(
    readFileSync(new URL('style.css', folder), 'utf8').matchAll(/^@import "\.\/([\w-]+\.css)";$/gm),
    ([, name]) => name,
  )
  assert.deepEqual(
    imported.toSorted(),
    sheets.map(({ name }) => name).filter((name) => name !== 'style.css'),
  )
})
