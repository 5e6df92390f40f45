/**
 * Proposes the changes that `npm run data:update` made to `data/` as a pull request, or updates the open one. The first
 * argument names the file with the description. `--dry-run` prints the commands.
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { projectRoot } from '../../paths.ts'
import { commandText, type Words } from './publish-commands.ts'

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [description] = positionals
if (description === undefined || positionals.length > 1) {
  process.stderr.write('Usage: npm run data:propose -- <description file> [--dry-run]\n')
  process.exit(2)
}
const title = 'Data: newest official lists'
const branch = 'data-update'
const author = ['-c', 'user.name=Weekly data update', '-c', 'user.email=data-update@users.noreply.github.com']
const commands: Words[] = [
  ['git', 'switch', '--force-create', branch],
  ['git', 'add', 'data'],
  ['git', ...author, 'commit', '--message', title],
  // Without a stored token, git gets it from gh.
  ['gh', 'auth', 'setup-git'],
  ['git', 'push', '--force', 'origin', branch],
]

const changes = execFileSync('git', ['status', '--porcelain', '--', 'data'], { cwd: projectRoot, encoding: 'utf8' })
if (changes === '') process.stdout.write('data/ has no changes; there is nothing to propose.\n')
else for (const words of [...commands, pullRequest(description)]) run(words)

/** The push updates an open pull request except for its description. */
function pullRequest(file: string): Words {
  const list = ['pr', 'list', '--head', branch, '--state', 'open', '--json', 'number,isCrossRepository']
  const open = JSON.parse(execFileSync('gh', list, { cwd: projectRoot, encoding: 'utf8' })) as OpenRequest[]
  // A fork can have a branch of the same name.
  const own = open.find(({ isCrossRepository }) => !isCrossRepository)
  return own
    ? [
        'gh',
        'api',
        '--silent',
        '--method',
        'PATCH',
        `repos/{owner}/{repo}/pulls/${own.number}`,
        '--field',
        `body=@${file}`,
      ]
    : ['gh', 'pr', 'create', '--title', title, '--body-file', file, '--head', branch]
}

interface OpenRequest {
  number: number
  isCrossRepository: boolean
}

function run(words: Words): void {
  process.stdout.write(`${commandText(words)}\n`)
  const [program, ...rest] = words
  if (!values['dry-run']) execFileSync(program, rest, { cwd: projectRoot, stdio: 'inherit' })
}
