/**
 * Describes the state of folders by the sizes and times of their files. Takes a few milliseconds, where a digest of the
 * contents takes a hundred. A change of a file always changes its ctime, which programs cannot set.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { branchesFolder } from '../data-files.ts'

/** The data files of a folder and of an operator's overlay. */
export function stampData(folder: string, overlay?: string): string {
  const folders = [folder, overlay].flatMap((root) =>
    root === undefined ? [] : [root, join(root, 'banks'), join(root, branchesFolder)],
  )
  return folders.map((path) => stampFiles(path, /\.(?:jsonl?|tsv)$/)).join('\n')
}

/** The program, and the version of Node, which has its own Unicode tables. */
export function stampProgram(): string {
  const program = fileURLToPath(new URL('../..', import.meta.url))
  // An update of the package replaces all files at once, so one of them is enough. In a clone, any of them can change.
  const isPackage = import.meta.url.endsWith('.js')
  const parts = isPackage ? [stampFile(fileURLToPath(import.meta.url))] : derivingFolders(program).map(stampSources)
  return [process.version, program, ...parts].join('\n')
}

/** The folders with the code that determines what is derived from the data. */
const derivingFolders = (program: string): string[] =>
  ['dataset', 'directory', 'identifiers'].map((name) => join(program, name))

const stampSources = (folder: string): string => stampFiles(folder, /\.(?:ts|json)$/, { recursive: true })

/** A folder that does not exist has no files; the code that reads the data reports it. */
function stampFiles(folder: string, pattern: RegExp, options: { recursive?: boolean } = {}): string {
  try {
    const names = readdirSync(folder, { ...options, encoding: 'utf8' }).filter((name) => pattern.test(name))
    return names
      .sort()
      .map((name) => `${name} ${stampFile(join(folder, name))}`)
      .join('\n')
  } catch {
    return ''
  }
}

function stampFile(path: string): string {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path)
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`
}
