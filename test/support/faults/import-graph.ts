/** Finds the test files that run a source file, from the imports of all files in a checkout. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface ImportGraph {
  /** All test files. */
  tests: string[]
  /** The tests that reach the file: unit tests first, the shortest chain of imports first. */
  testsOf(file: string): string[]
  /** Whether the build of the site or of the picker reads the file. */
  isBuilt(file: string): boolean
}

/** Files that are bundled, compiled or run in a browser, so that no path in the code names them. */
const unnamedImports: [importer: RegExp, imported: RegExp][] = [
  [/^(?:test\/support\/browser|src\/bin\/tools\/build-site\/build-site)\.ts$/, /^src\/site\/client\//],
  [/^(?:test\/(?:support\/)?picker|packages\/picker\/tools)\//, /^packages\/picker\/src\//],
  [/^test\/support\/built-client\.ts$|^test\/client\/package/, /^packages\/client\/src\//],
  [/^src\/bin\/tools\/build-package\/build-package\.ts$/, /^src\/(?:bin\/bank-lookup\.js|library\/index\.ts)$/],
]

const builds = ['src/bin/tools/build-site/build-site.ts', 'packages/picker/tools/build-picker.ts']

/** This folder names source files that it does not run. */
const notRead = ['**/node_modules', '**/dist', 'test/support/faults']

export function readImportGraph(folder: string): ImportGraph {
  const files = globSync('{src,packages,test}/**/*.{ts,js}', { cwd: folder, exclude: notRead })
  const tests = files.filter(isTest).sort()
  const importers = findImporters(files, (file) => readFileSync(join(folder, file), 'utf8'))
  return {
    tests,
    testsOf: (file) => {
      const distances = distancesTo(file, importers)
      const rank = (test: string): number[] => [
        test.startsWith('test/') ? 1 : 0,
        distances.get(test) as number,
        -similarity(test, file),
      ]
      return tests.filter((test) => distances.has(test)).sort((one, other) => compareRanks(rank(one), rank(other)))
    },
    isBuilt: (file) => {
      const distances = distancesTo(file, importers)
      return builds.some((build) => distances.has(build))
    },
  }
}

const isTest = (file: string): boolean => file.endsWith('.test.ts')

/** Imports of types do not run the imported file. */
const typeImport = /^(?:import|export) type [^'"]*? from '[^'\n]+'/gm
/**
 * Relative paths in imports, `new URL` and `require`, and paths from the root, which tests run as processes. Comments
 * have paths from the root in backticks.
 */
const quotedPath = /(?:['"`](?=\.)|')((?:\.{1,2}|src|packages|test)\/[^'"`$\s]+)/g

function findImporters(files: readonly string[], read: (file: string) => string): Map<string, string[]> {
  const importers = new Map<string, string[]>(files.map((file) => [file, []]))
  for (const file of files) {
    const paths = [...read(file).replaceAll(typeImport, '').matchAll(quotedPath)].map(([, path]) => path as string)
    const named = paths.flatMap((path) => {
      const target = path.startsWith('.') ? join(dirname(file), path) : path
      // Paths without an extension are completed with that of the running file.
      return [target, `${target}.ts`]
    })
    const unnamed = unnamedImports.flatMap(([importer, imported]) =>
      importer.test(file) ? files.filter((other) => imported.test(other) && !isTest(other)) : [],
    )
    for (const target of new Set([...named, ...unnamed])) importers.get(target)?.push(file)
  }
  return importers
}

/** The length of the shortest chain of imports from each file that reaches the file. */
function distancesTo(file: string, importers: Map<string, string[]>): Map<string, number> {
  const distances = new Map([[file, 0]])
  for (const [reached, distance] of distances) {
    for (const importer of importers.get(reached) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  }
  return distances
}

/** The share of words that two paths have in common. Tells apart tests at the same distance, such as browser tests. */
function similarity(one: string, other: string): number {
  const words = new Set(one.split(/\W/))
  const all = new Set([...words, ...other.split(/\W/)])
  return other.split(/\W/).filter((word) => words.has(word)).length / all.size
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const differences = one.map((value, at) => value - (other[at] as number))
  return differences.find((difference) => difference !== 0) ?? 0
}
