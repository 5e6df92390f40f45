import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArgs } from 'node:util'
import { run } from '../support/examples.ts'
import { testWith } from '../support/programs.ts'
import { callCommand } from '../support/services/in-process-command.ts'
import { root, runCommand } from '../support/services/processes.ts'

const general = await runCommand({}, 'help')
const names = [...general.stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2}/gm)].map(([, name]) => name as string)

test('help shows the commands in groups, and no line is wider than 80 columns', () => {
  assert.deepEqual([general.code, general.stderr], [0, ''])
  const groups = [...general.stdout.matchAll(/^([A-Z]\w+)$/gm)].map(([, group]) => group)
  assert.deepEqual(groups, ['Use', 'Serve', 'Keys', 'Data'])
  assert.ok(names.length >= 20, names.join(', '))
  for (const line of general.stdout.split('\n')) assert.ok(line.length <= 80, line)
})

for (const name of names) {
  test(`help ${name} shows the usage, every option, and two examples that the command accepts`, async () => {
    const { code, stdout } = await callCommand('help', ...name.split(' '))
    assert.equal(code, 0)
    assert.equal((await callCommand(...name.split(' '), '--help')).stdout, stdout)
    for (const line of stdout.split('\n')) assert.ok(line.length <= 80 || line.startsWith('  bank-lookup '), line)
    const [usage = ''] = stdout.split('\n\n', 1)
    const [, details = ''] = stdout.split('\nOptions\n')
    const described = [...details.matchAll(/^ {2}--([a-z-]+)(?:, -\w)? +[A-Z]/gm)].map(([, option]) => option).sort()
    const used = [...new Set([...usage.matchAll(/--([a-z-]+)/g)].map(([, option]) => option))].sort()
    assert.deepEqual(described, used)
    const [, examples = ''] = stdout.split('\nExamples\n')
    const lines = examples.trimEnd().split('\n')
    assert.equal(lines.length, 2)
    const known = [...(stdout.split('\nExamples\n')[0]?.matchAll(/--([a-z-]+)/g) ?? [])].map(([, option]) => option)
    for (const line of lines) {
      assert.ok(line.startsWith(`  bank-lookup ${name}`), line)
      const { tokens } = parseArgs({ args: line.split(' '), strict: false, tokens: true })
      for (const token of tokens)
        if (token.kind === 'option') assert.ok(known.includes(token.name), `${line}: unknown --${token.name}`)
    }
  })
}

test('help shows the values of an option', async () => {
  const { stdout } = await callCommand('help', 'banks')
  assert.match(stdout, /^ {2}--sort +The order of the banks;[^-]*Values: name, prominence\.$/m)
})

/** Completes a line in bash and returns the candidates. */
async function completeInBash(bash: string, script: string, ...words: string[]): Promise<string[]> {
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const test = `${script}\nCOMP_WORDS=(bank-lookup ${quoted}); COMP_CWORD=${words.length}; _bank_lookup; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { code, stdout, stderr } = await run(bash, ['--norc', '-uc', test], { cwd: root })
  assert.deepEqual([code, stderr], [0, ''])
  return stdout.trimEnd().split('\n')
}

testWith('bash')('bash completes commands, options and values', async (_, { bash }) => {
  const { stdout: script } = await callCommand('completion', 'bash')
  assert.deepEqual(await completeInBash(bash, script, 're'), ['resolve', 'requirements', 'records'])
  assert.deepEqual(await completeInBash(bash, script, 'keys', 'r'), ['revoke', 'rotate'])
  assert.deepEqual(await completeInBash(bash, script, 'search', 'gtb', '--co'), ['--country'])
  assert.deepEqual(await completeInBash(bash, script, 'search', 'gtb', '--country', 'ng'), ['ng'])
  assert.deepEqual(await completeInBash(bash, script, 'search', '--status', 'a'), ['active', 'any'])
  assert.deepEqual(await completeInBash(bash, script, 'banks', 'us'), ['us'])
  assert.deepEqual(await completeInBash(bash, script, 'keys', 'issue', '--mode', 'd'), ['demo'])
  assert.deepEqual(await completeInBash(bash, script, 'check', 'package.j'), ['package.json'])
})

test('every script names every command', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await callCommand('completion', shell)
    assert.equal(code, 0)
    for (const word of new Set(names.flatMap((name) => name.split(' ')))) assert.ok(stdout.includes(word), word)
  }
  const unknown = await callCommand('completion', 'tcsh')
  assert.deepEqual([unknown.code, unknown.stderr], [2, 'bank-lookup: Name your shell: bash, zsh, fish.\n'])
})
