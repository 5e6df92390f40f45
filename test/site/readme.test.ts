import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCurl } from '../support/curl.ts'
import { startKeyedService } from '../support/services/keyed-service.ts'
import { runCommand, temporaryFolder } from '../support/services/processes.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language, text]) => ({
  language,
  text: text ?? '',
}))

test('every curl command of the README works and prints the output shown', async (t) => {
  const { url, live } = await startKeyedService(t)
  const lines = blocks.filter(({ text }) => text.startsWith('curl '))
  assert.ok(lines.length >= 6)
  for (const block of lines) {
    const response = await runCurl(block.text.trim().replace('<PUBLIC_HASH_KEY>', live), url)
    const body = await response.text()
    const output = blocks[blocks.indexOf(block) + 1]
    if (output?.language === 'text') assert.equal(body, output.text)
    else assert.equal(response.status, 200, block.text)
    if (output?.language === 'json') {
      const [expected, served] = [JSON.parse(output.text), JSON.parse(body)]
      assert.deepEqual(Object.keys(served), Object.keys(expected))
      const [bank] = expected.banks ?? []
      if (bank)
        assert.deepEqual(
          served.banks.find(({ id }: { id: string }) => id === bank.id),
          bank,
        )
    }
  }
})

test('the two npm commands of the README are scripts of the package', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const commands = blocks
    .filter(({ text }) => text.startsWith('npm ci && '))
    .map(({ text }) => text.trim().split(' ').at(-1))
  assert.deepEqual(commands, ['start', 'test'])
  for (const command of commands) assert.ok(scripts[command ?? ''])
})

test('every file that the documents link to exists', () => {
  for (const name of [
    'README.md',
    'CONTRIBUTING.md',
    'data/README.md',
    'data/LICENSE.md',
    'SECURITY.md',
    'docs/glossary.md',
  ]) {
    const file = new URL(`../../${name}`, import.meta.url)
    const links = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(
      ([, link]) => link as string,
    )
    for (const link of links) assert.doesNotThrow(() => statSync(new URL(link, file)), `${name}: ${link}`)
  }
})

test('every CLI command of the README and the backup page works', async (t) => {
  const settings = { DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}` }
  const backup = readFileSync(new URL('../../docs/backup.md', import.meta.url), 'utf8')
  const lines = [...`${readme}\n${backup}`.matchAll(/^(?:\w+=\S+ )*npx bank-lookup (.+)$/gm)].map(
    ([, words]) => words as string,
  )
  assert.ok(lines.length >= 6)
  let id = ''
  for (const line of lines) {
    const words = line.replace('<id>', id).replace('backup.sqlite', join(temporaryFolder(t), 'backup.sqlite'))
    const { code, stdout, stderr } = await runCommand(
      settings,
      ...[...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
    )
    assert.equal(code, 0, `${line}: ${stderr}`)
    id = /key_\w+/.exec(stdout)?.[0] ?? id
  }
})
