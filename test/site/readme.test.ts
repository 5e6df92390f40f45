import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
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
  const examples = blocks.filter(({ text }) => text.startsWith('curl '))
  assert.ok(examples.length >= 4)
  for (const block of examples) {
    const commands = block.text.trim().split(/\n(?=curl )/)
    const output = blocks[blocks.indexOf(block) + 1]
    for (const command of commands) {
      const response = await runCurl(command.replace('<PUBLIC_HASH_KEY>', live), url)
      const body = await response.text()
      if (output?.language === 'text') assert.equal(body, output.text)
      else assert.equal(response.status, 200, command)
      if (output?.language === 'json') assertSimilar(JSON.parse(body), JSON.parse(output.text))
    }
  }
})

/** The fields are those that are shown, and the bank that is shown is among those that are served. */
function assertSimilar(served: { banks?: { id: string }[] }, shown: { banks?: { id: string }[] }): void {
  assert.deepEqual(Object.keys(served), Object.keys(shown))
  const [bank] = shown.banks ?? []
  if (bank)
    assert.deepEqual(
      served.banks?.find(({ id }) => id === bank.id),
      bank,
    )
}

test('the service returns what the README says that one gets', async (t) => {
  const { url } = await startKeyedService(t)
  const post = (path: string, body: object): Promise<Response> =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const rows = [...readme.matchAll(/^\| `([^`]+)`(?:, in (\w+))? \| (.+) \|$/gm)]
  assert.equal(rows.length, 4)
  for (const [, typed = '', country, shown = ''] of rows) {
    const response = /\d/.test(typed)
      ? await post('/v1/resolve', { identifier: typed, ...(country && { country }) })
      : await fetch(`${url}/v1/search?${new URLSearchParams({ q: typed, ...(country && { country }) })}`)
    const { banks = [], readings = [] } = (await response.json()) as Record<string, unknown[]>
    const [best] = [...banks, ...readings]
    const values = [...shown.matchAll(/`([^`]+)`|Zenith Bank|Access Bank/g)].map(([name, value]) => value ?? name)
    for (const value of values) assert.ok(JSON.stringify(best).includes(`"${value}"`), `${typed}: ${value}`)
  }
})

test('the quickstart has five lines, and the contents list every section', () => {
  const [, quickstart = ''] = readme.split('## Quickstart\n')
  const lines = [...(quickstart.split('\n## ')[0]?.matchAll(/```sh\n(.*?)```/gs) ?? [])].map(([, text = '']) => text)
  assert.equal(lines.join('').trimEnd().split('\n').length, 5)
  const sections = [...readme.matchAll(/^## (.*)$/gm)].map(([, name = '']) => name)
  const linked = [...readme.matchAll(/\[([^\]]*)\]\(#([^)]*)\)/g)].map(([, name, id]) => ({ name, id }))
  assert.deepEqual(
    linked,
    sections.map((name) => ({ name, id: name.toLowerCase().replaceAll(' ', '-') })),
  )
})

test('the two npm commands of the README are scripts of the package', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const commands = blocks
    .filter(({ text }) => text.startsWith('npm ci && '))
    .map(({ text }) => text.trim().split(' ').at(-1))
  assert.deepEqual(commands, ['start', 'test'])
  for (const command of commands) assert.ok(scripts[command ?? ''])
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
