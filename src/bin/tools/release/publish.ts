/**
 * Publishes a part of a release that `npm run release` built: the packages, the image or the files. A workflow runs each
 * part in a job of its own, which has only the permissions for this part. `--dry-run` prints the commands.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { programVersion } from '../../paths.ts'
import { commandText, type PublishTarget, publishCommands, publishTargets, type Words } from './publish-commands.ts'

const options = {
  release: { type: 'string', default: 'release' },
  repository: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const

const { values, positionals } = parseArgs({ options, allowPositionals: true })
const { release, repository, 'dry-run': isDry } = values
const target = publishTargets.find((one) => one === positionals[0])
if (target === undefined || positionals.length > 1 || (target === 'image' && repository === undefined)) {
  process.stderr.write(
    `Usage: npm run release:publish -- ${publishTargets.join('|')} [--release <folder>] [--repository <url>] [--dry-run]\nThe image needs --repository.\n`,
  )
  process.exit(2)
}
if (target === 'image' && !isDry) logIn(process.env)
for (const words of publishCommands({ release, version: programVersion(), repository })[target]) publish(words, target)

/** Both programs keep their own logins. Without a token, the logins of the user apply. */
function logIn({ REGISTRY_USER: user, REGISTRY_TOKEN: token }: NodeJS.ProcessEnv): void {
  if (user === undefined || token === undefined) return
  for (const program of ['podman', 'cosign'])
    execFileSync(program, ['login', 'ghcr.io', '--username', user, '--password-stdin'], {
      input: token,
      stdio: ['pipe', 'inherit', 'inherit'],
    })
}

function publish(words: Words, kind: PublishTarget): void {
  process.stdout.write(`${commandText(words)}\n`)
  if (isDry || (kind === 'packages' && isPublished(words[2] as string))) return
  const [program, ...rest] = words.map(readDigest) as Words
  execFileSync(program, rest, { stdio: 'inherit' })
}

/** The client and the picker have their own versions, which most releases do not change. */
function isPublished(tarball: string): boolean {
  const manifest = execFileSync('tar', ['--extract', '--to-stdout', '--file', tarball, 'package/package.json'])
  const { name, version: packed } = JSON.parse(manifest.toString())
  try {
    const found = execFileSync('npm', ['view', `${name}@${packed}`, 'version'], { stdio: ['ignore', 'pipe', 'pipe'] })
    // Some versions of npm print nothing for an unknown version of a known package.
    if (found.toString().trim() === '') return false
  } catch (error) {
    // npm reports an unknown package or version as E404. After any other error, publishing must not go on.
    if (String((error as { stderr?: Buffer }).stderr).includes('E404')) return false
    throw error
  }
  process.stdout.write(`${name}@${packed} is already published.\n`)
  return true
}

/** The digest exists only after the image was pushed. */
const readDigest = (word: string): string =>
  word.replace(/\$\(cat (.+)\)/, (_, path: string) => readFileSync(path, 'utf8').trim())
