import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { runCurl } from './curl.ts'
import { startService } from './service.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language, text]) => ({
  language,
  text: text ?? '',
}))

test('every curl line of the README works, and shows what the README says it shows', async (t) => {
  const { url } = await startService(t)
  const lines = blocks.filter(({ text }) => text.startsWith('curl '))
  assert.ok(lines.length >= 6)
  for (const block of lines) {
    const answer = await runCurl(block.text.trim(), url)
    const body = await answer.text()
    const shown = blocks[blocks.indexOf(block) + 1]
    if (shown?.language === 'text') assert.equal(body, shown.text)
    else assert.equal(answer.status, 200, block.text)
    if (shown?.language === 'json') {
      const { banks } = JSON.parse(shown.text)
      const served = JSON.parse(body).banks.find(({ id }: { id: string }) => id === banks[0].id)
      assert.deepEqual(served, banks[0])
      assert.deepEqual(Object.keys(JSON.parse(body)), Object.keys(JSON.parse(shown.text)))
    }
  }
})

test('the two commands of the README are scripts of the package', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const commands = blocks
    .filter(({ text }) => text.startsWith('npm ci && '))
    .map(({ text }) => text.trim().split(' ').at(-1))
  assert.deepEqual(commands, ['start', 'test'])
  for (const command of commands) assert.ok(scripts[command ?? ''])
})

test('every file that the documents link to is there', () => {
  for (const name of [
    'README.md',
    'CONTRIBUTING.md',
    'data/README.md',
    'data/LICENSE.md',
    'SECURITY.md',
    'docs/glossary.md',
  ]) {
    const file = new URL(`../${name}`, import.meta.url)
    const links = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(
      ([, link]) => link as string,
    )
    for (const link of links) assert.doesNotThrow(() => statSync(new URL(link, file)), `${name}: ${link}`)
  }
})
