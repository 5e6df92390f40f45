/** The workflows of the public host. They cannot run here, but their steps are scripts that can. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { testWith } from '../support/programs.ts'
import { root, temporaryFolder } from '../support/services/processes.ts'
import { lintWorkflow, parseYaml } from '../support/workflow-files.ts'

const folder = '.github/workflows'
const names = readdirSync(join(root, folder))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Job {
  permissions?: Record<string, string>
  uses?: string
  'timeout-minutes'?: number
  steps?: { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> }[]
}

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, Job>
}

const workflows = new Map(names.map((name) => [name, parseYaml(join(folder, name)) as Workflow]))
const jobs = [...workflows].flatMap(([name, { jobs: ofFile }]) =>
  Object.entries(ofFile).map(([id, job]) => ({ name: `${name} ${id}`, job })),
)
const steps = jobs.flatMap(({ name, job }) => (job.steps ?? []).map((step) => ({ name, step })))

test('there are workflows for changes, releases and data', () => {
  assert.deepEqual(names.toSorted(), ['check.yml', 'data.yml', 'release.yml'])
})

test('the official parser finds no error in a workflow', async () => {
  for (const name of names) assert.deepEqual(await lintWorkflow(name, read(join(folder, name))), [])
})

test('the parser finds unknown keys, unknown names in expressions and unknown jobs', async () => {
  const text = read(join(folder, 'release.yml'))
  for (const [right, wrong, reason] of [
    ['timeout-minutes', 'timeout-minute', /Unexpected value 'timeout-minute'/],
    ['github.token', 'githup.token', /Unrecognized named-value: 'githup'/],
    ['needs: build', 'needs: built', /unknown job 'built'/],
  ] as const) {
    const errors = await lintWorkflow('release.yml', text.replace(right, wrong))
    assert.match(errors.join('\n'), reason)
  }
})

test('every action is pinned by the hash of a commit, and the comment names its version', () => {
  for (const name of names) {
    const lines = read(join(folder, name)).match(/^.*\buses: (?!\.\/).*$/gm) ?? []
    for (const line of lines) assert.match(line, /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name)
  }
})

test('a job has only the permissions that it declares, a time limit, and no token in its clone', () => {
  for (const [name, { permissions }] of workflows)
    for (const level of Object.values(permissions)) assert.equal(level, 'read', name)
  for (const { name, job } of jobs) {
    assert.ok(job.uses !== undefined || job['timeout-minutes'] !== undefined, name)
    const writes = Object.entries(job.permissions ?? {}).filter(([, level]) => level === 'write')
    const allowed: Record<string, string[]> = {
      'data.yml update': ['contents', 'pull-requests'],
      'release.yml packages': ['id-token'],
      'release.yml image': ['packages', 'id-token'],
      'release.yml files': ['contents'],
    }
    assert.deepEqual(
      writes.map(([scope]) => scope),
      allowed[name] ?? [],
      name,
    )
  }
  for (const { name, step } of steps.filter(({ step: { uses } }) => uses?.startsWith('actions/checkout@')))
    assert.equal(step.with?.['persist-credentials'], false, name)
})

test('every step runs a script of this repository, and passes values by environment variables only', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const commands = steps.flatMap(({ step: { run } }) => (run === undefined ? [] : [run]))
  assert.ok(commands.length > 8)
  for (const command of commands) {
    assert.doesNotMatch(command, /\$\{\{/)
    const [program = '', ...words] = command.split(' ')
    if (command === 'npm ci' || program === 'tar' || command.startsWith('sudo apt-get ')) continue
    if (program === 'npm') {
      const script = words.filter((word) => !word.startsWith('--'))[1] ?? ''
      assert.ok(script in scripts, command)
    } else assert.ok(existsSync(join(root, program === 'node' ? (words[0] as string) : program)), command)
  }
})

testWith('git')('the weekly job proposes changes of data/ only, in one pull request that the next run updates', (t) => {
  const clone = temporaryFolder(t)
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: clone, encoding: 'utf8' })
  const script = 'src/bin/tools/release/propose-data.ts'
  for (const path of [
    script,
    'src/bin/tools/release/publish-commands.ts',
    'src/bin/paths.ts',
    'src/bin/user-folders.ts',
  ])
    cpSync(join(root, path), join(clone, path))
  mkdirSync(join(clone, 'data'))
  writeFileSync(join(clone, 'data/sources.json'), '[]')
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '--quiet', '--message', 'First')
  // `gh` needs the network. This one lists pull requests only.
  const programs = temporaryFolder(t)
  const propose = (open: readonly object[] = []): string => {
    const gh = `#!/bin/sh\n[ "$1 $2 $4" = 'pr list data-update' ] && echo '${JSON.stringify(open)}'\n`
    writeFileSync(join(programs, 'gh'), gh, { mode: 0o755 })
    const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` }
    return execFileSync(process.execPath, [script, 'changes.md', '--dry-run'], { cwd: clone, encoding: 'utf8', env })
  }

  writeFileSync(join(clone, 'changes.md'), '# Changes\n')
  assert.equal(propose(), 'data/ has no changes; there is nothing to propose.\n')
  writeFileSync(join(clone, 'data/sources.json'), '[{}]')
  const commands = propose().trim().split('\n')
  assert.equal(commands.length, 6)
  assert.equal(commands[0], 'git switch --force-create data-update')
  assert.equal(commands[4], 'git push --force origin data-update')
  const create = /^gh pr create .* --body-file changes\.md --head data-update$/
  assert.match(commands[5] ?? '', create)
  const ofFork = { number: 6, isCrossRepository: true }
  assert.match(propose([ofFork]).trim(), new RegExp(`${create.source}`, 'm'))
  const updated = propose([ofFork, { number: 7, isCrossRepository: false }])
  assert.match(
    updated,
    /^gh api .* --method PATCH "repos\/\{owner\}\/\{repo\}\/pulls\/7" --field "body=@changes\.md"$/m,
  )
  assert.doesNotMatch(updated, /pr create/)
  // The commands up to the commit need no network.
  for (const command of commands.slice(0, 3)) execFileSync('sh', ['-c', command], { cwd: clone, stdio: 'pipe' })
  assert.equal(git('show', '--name-only', '--format=%an'), 'Weekly data update\n\ndata/sources.json\n')
})
