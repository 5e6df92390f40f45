import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArgs } from 'node:util'
import { callCommand } from '../support/services/in-process-command.ts'
import { runCommand } from '../support/services/processes.ts'

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
