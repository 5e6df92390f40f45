import assert from 'node:assert/strict'
import { test } from 'node:test'
import { small, writeFolder } from '../support/data/small-data.ts'
import { findPrograms } from '../support/programs.ts'
import { callCommand } from '../support/services/in-process-command.ts'
import { startProgram } from '../support/services/processes.ts'

const groups: [word: string, commands: string][] = [
  [
    'data',
    'data check, data get, data pull, data rollback, data status, data keygen, data build, data conflicts, data diff, data import, data lint, data release, data report, data update',
  ],
  ['keys', 'keys issue, keys list, keys revoke, keys rotate'],
  ['records', 'records list'],
  ['store', 'store backup'],
]

for (const [word, commands] of groups) {
  test(`${word} alone lists its commands`, async () => {
    const { code, stdout, stderr } = await callCommand(word)
    assert.deepEqual([code, stdout], [2, ''])
    assert.equal(stderr, `bank-lookup: Incomplete command "${word}". Commands: ${commands}.\n`)
    const help = await callCommand(word, '--help')
    assert.deepEqual([help.code, help.stderr], [0, ''])
    const named = [...help.stdout.matchAll(/^ {2}(\w+ \w+)/gm)].map(([, name]) => name)
    assert.equal(named.join(', '), commands)
  })
}

test('if the reader closes the pipe, a command ends quietly with the same exit code', async (t) => {
  const data = small()
  const [older, newer] = [writeFolder(t, data), writeFolder(t, { ...data, banks: { ...data.banks, bb: [] } })]
  for (const [words, exit] of [
    [['data', 'report'], 0],
    [['data', 'conflicts', '--json'], 0],
    [['data', 'diff', older], 1],
    [['help'], 0],
  ] as const) {
    const started = startProgram(t, { DATA_DIR: newer }, { script: ['src/bin/bank-lookup.js', ...words] })
    started.child.stdout?.destroy()
    assert.deepEqual([await started.ended, started.stderr()], [exit, ''], words.join(' '))
  }
})

test('if the output cannot be written, a command fails with an error of one sentence', async (t) => {
  if (!findPrograms(t, 'proc')) return
  const within = ['sh', '-c', 'exec "$@" > /dev/full', 'sh']
  const started = startProgram(t, {}, { script: ['src/bin/bank-lookup.js', 'help'], within })
  assert.equal(await started.ended, 1)
  assert.match(started.stderr(), /^bank-lookup: Cannot write the output \(ENOSPC.*\)\.\n$/)
})

test('a module that is missing inside the curation tools is reported as such', async (t) => {
  const hook = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => {
  if (!context.parentURL?.endsWith('/curation/src/commands.ts')) return next(name, context)
  throw Object.assign(new Error('Cannot find module'), { code: 'ERR_MODULE_NOT_FOUND' })
} })`
  const script = [
    '--import',
    `data:text/javascript,${encodeURIComponent(hook)}`,
    'src/bin/bank-lookup.js',
    'data',
    'lint',
  ]
  const started = startProgram(t, {}, { script })
  assert.equal(await started.ended, 1)
  assert.match(started.stderr(), /Cannot find module/)
  assert.doesNotMatch(started.stderr(), /install it/)
})
