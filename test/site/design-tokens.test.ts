/** The colours of `styles/tokens.css` have enough contrast in light and dark: WCAG 2.2, 1.4.3 for text and 1.4.11 for controls. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const css = readFileSync(new URL('../../src/site/styles/tokens.css', import.meta.url), 'utf8')

const themes = {
  light: declaredIn(css.split('@media')[0] as string),
  dark: declaredIn(css.split('@media')[1] as string),
}

const backgrounds = ['background', 'surface', 'raised', 'hover']
const codeColors = ['text', 'comment', 'keyword', 'string', 'number', 'property', 'function', 'punctuation']

/** Pairs of a text colour and its background. */
const textPairs = [
  ...['text', 'muted', 'accent', 'accent-hover', 'success', 'warning', 'danger'].flatMap((color) =>
    backgrounds.map((background) => [color, background]),
  ),
  ...['accent', 'success', 'warning', 'danger'].flatMap((color) => [
    [color, `${color}-tint`],
    ['text', `${color}-tint`],
    ['muted', `${color}-tint`],
  ]),
  ['accent-contrast', 'accent'],
  ['accent-contrast', 'accent-hover'],
  ['text', 'mark'],
  ['background', 'text'],
  ...codeColors.map((name) => [`code-${name}`, 'code-background']),
  ['code-text', 'mark'],
] as [string, string][]

const controlPairs = ['border-control', 'accent'].flatMap((color) =>
  [...backgrounds, 'accent-tint', 'code-background'].map((background) => [color, background]),
) as [string, string][]

for (const [theme, colors] of Object.entries(themes)) {
  test(`${theme}: text has a contrast of at least 4.5`, () => assertContrast(colors, textPairs, 4.5))
  test(`${theme}: edges of controls and the focus ring have a contrast of at least 3`, () =>
    assertContrast(colors, controlPairs, 3))
}

test('both themes define the same colours', () => {
  assert.deepEqual([...themes.dark.keys()], [...themes.light.keys()])
})

function assertContrast(colors: Map<string, string>, pairs: [string, string][], least: number): void {
  const low = pairs
    .map(([color, background]) => ({ color, background, ratio: contrast(hex(color), hex(background)) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ color, background, ratio }) => `${color} on ${background}: ${ratio.toFixed(2)}`)
  assert.deepEqual(low, [])

  function hex(name: string): string {
    const value = colors.get(name)
    assert.ok(value, `tokens.css has no colour --${name}`)
    return value
  }
}

function declaredIn(block: string): Map<string, string> {
  const found = block.matchAll(/--([\w-]+): #([0-9a-f]{6}|[0-9a-f]{3});/g)
  return new Map(Array.from(found, ([, name, value]) => [name as string, longForm(value as string)]))
}

function longForm(value: string): string {
  return value.length === 6 ? value : value.replaceAll(/./g, '$&$&')
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance as WCAG defines it. */
function luminance(color: string): number {
  const [red, green, blue] = [0, 2, 4].map((start) => linear(Number.parseInt(color.slice(start, start + 2), 16) / 255))
  return 0.2126 * (red as number) + 0.7152 * (green as number) + 0.0722 * (blue as number)
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
