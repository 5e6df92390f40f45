/**
 * Subsets the two typefaces of the pages, Inter for text and JetBrains Mono for codes, and writes their `@font-face` rules.
 * Both have the SIL Open Font License 1.1, which allows subsets and requires its text to be shipped with the fonts.
 *
 * The Latin subset has everything that English pages need. The others have only characters that occur in the data, and a browser
 * loads them only for a page that shows such a character.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { projectRoot } from '../../paths.ts'

/** A file that the build writes. */
export interface BuiltFile {
  /** Path within the assets folder. */
  name: string
  content: string | Buffer
}

/** A file that the build copies from a package or a folder. */
export const copied = (name: string, path: string): BuiltFile => ({ name, content: readFileSync(path) })

interface Typeface {
  family: string
  package: string
  /** Name of the typeface in the names of the package's files. */
  file: string
  weights: { min: number; max: number }
  /** Tabular figures, kerning and accents. Arrows and code ligatures double the size, and would change what a code looks like. */
  features: string[]
}

interface Subset {
  typeface: Typeface
  /** Name of the subset in the package. */
  name: string
  characters: Set<string>
}

const inter: Typeface = {
  family: 'Inter',
  package: '@fontsource-variable/inter',
  file: 'inter',
  weights: { min: 400, max: 650 },
  features: ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'],
}

const mono: Typeface = {
  family: 'JetBrains Mono',
  package: '@fontsource-variable/jetbrains-mono',
  file: 'jetbrains-mono',
  weights: { min: 400, max: 600 },
  features: ['ccmp', 'mark'],
}

const ascii = range(0x20, 0x7e)
const marks = '\u00a0·×–—‘’“”•…€'
const latin = new Set([...ascii, ...range(0xa0, 0xff), ...marks, ...'ıŒœ‚„‹›™↑↓−'])
const extendedSubsets = ['latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext']

/** Returns the fonts, their licences and the style sheet that loads them. */
export async function buildFonts(dataFolder: string): Promise<{ files: BuiltFile[]; css: string }> {
  const subsets = [
    { typeface: inter, name: 'latin', characters: latin },
    ...extendedSubsetsOf(inter, charactersIn(dataFolder)),
    { typeface: mono, name: 'latin', characters: new Set([...ascii, ...marks]) },
  ]
  const fonts = await Promise.all(subsets.map(buildSubset))
  const licences = [inter, mono].map(({ file, package: name }) =>
    copied(`fonts/LICENSE-${file}.txt`, join(packageFolder(name), 'LICENSE')),
  )
  return { files: [...fonts, ...licences], css: licenceComment + subsets.map(fontFace).join('') }
}

/** Divides the characters that the Latin subset lacks among the package's other subsets. No character is in two of them. */
function extendedSubsetsOf(typeface: Typeface, characters: ReadonlySet<string>): Subset[] {
  const unicodeRanges = JSON.parse(
    readFileSync(join(packageFolder(typeface.package), 'unicode.json'), 'utf8'),
  ) as Record<string, string>
  const left = new Set([...characters].filter((character) => !latin.has(character)))
  return extendedSubsets
    .map((name) => {
      const pattern = patternOf(unicodeRanges[name] as string)
      const covered = new Set([...left].filter((character) => pattern.test(character)))
      for (const character of covered) left.delete(character)
      return { typeface, name, characters: covered }
    })
    .filter(({ characters: covered }) => covered.size > 0)
}

/** Matches a character in a list of ranges as in CSS: `U+0100-02BA,U+20AB`. */
const patternOf = (unicodeRange: string): RegExp =>
  new RegExp(`[${unicodeRange.replaceAll(/[\dA-F]+/g, '\\u{$&}').replaceAll(/U\+|,/g, '')}]`, 'u')

/** The characters in names, cities and addresses. */
function charactersIn(dataFolder: string): Set<string> {
  const folder = join(dataFolder, 'banks')
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return new Set(names.flatMap((name) => [...new Set(readFileSync(join(folder, name), 'utf8'))]))
}

async function buildSubset({ typeface, name, characters }: Subset): Promise<BuiltFile> {
  const source = join(packageFolder(typeface.package), `files/${typeface.file}-${name}-wght-normal.woff2`)
  const content = await subsetFont(readFileSync(source), [...characters].join(''), {
    targetFormat: 'woff2',
    keepFeatures: typeface.features,
    variationAxes: { wght: typeface.weights },
    noHinting: true,
  })
  return { name: fileNameOf(typeface, name), content }
}

const licenceComment = '/* Inter and JetBrains Mono: SIL Open Font License 1.1, texts in fonts/LICENSE-*.txt */\n'

/**
 * The URL is relative to the style sheet, which is in the same folder as `fonts/`. A font that arrives after the first
 * paint is used from the next page on, because replacing the fallback font would move the text.
 */
function fontFace({ typeface, name, characters }: Subset): string {
  const { family, weights } = typeface
  return `@font-face {
font-family: "${family}";
font-weight: ${weights.min} ${weights.max};
font-display: optional;
src: url("${fileNameOf(typeface, name)}") format("woff2");
unicode-range: ${unicodeRangeOf(characters)};
}
`
}

const fileNameOf = ({ file }: Typeface, subset: string): string => `fonts/${file}-${subset}.woff2`

/** Writes characters as a CSS `unicode-range`, with runs joined. */
function unicodeRangeOf(characters: ReadonlySet<string>): string {
  const codes = [...characters].map((character) => character.codePointAt(0) as number).sort((a, b) => a - b)
  const runs: { first: number; last: number }[] = []
  for (const code of codes) {
    const run = runs.at(-1)
    if (run?.last === code - 1) run.last = code
    else runs.push({ first: code, last: code })
  }
  const hex = (code: number): string => code.toString(16)
  return runs.map(({ first, last }) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`).join(',')
}

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
}

export const packageFolder = (name: string): string => join(projectRoot, 'node_modules', name)
