import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { defaultPaths } from '../../src/bin/paths.ts'
import { readConfig } from '../../src/config.ts'
import { databaseTables } from '../../src/export/database/database-tables.ts'
import { type ProblemCode, problems } from '../../src/http/errors/problems.ts'
import { tools } from '../../src/mcp/tools.ts'
import { metricDefinitions } from '../../src/metrics/metric-definitions.ts'
import {
  type Example,
  isCheck,
  isCommand,
  isCurl,
  isGrep,
  isOutput,
  isProgram,
  readPages,
  requestLanguages,
  usesPackage,
} from '../support/examples.ts'
import { root } from '../support/services/processes.ts'
import { shippedDirectory, startService } from '../support/services/service.ts'

const pages = readPages()
const groups = pages.flatMap((page) => page.groups)
const prose = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '')
const llms = readFileSync(join(root, 'docs/site/llms.txt'), 'utf8')
const notes = { name: '../country-notes', text: readFileSync(join(root, 'docs/site/country-notes.md'), 'utf8') }

/** Fenced blocks that no test runs, with the reason. The test fails for an entry that is no longer on any page. */
const notRun: Record<string, string> = {
  'npm ci && npm start': 'installs from the network; test/operations/start.test.ts starts the program like npm',
  'npm ci\nnpm run build\nnpm pack ./dist':
    'writes into the working tree; test/package/package.test.ts does the same elsewhere',
  'npm install /path/to/bank-lookup/bank-lookup-1.0.0.tgz': 'needs that file; test/package/package.test.ts installs it',
  'npm ci\nnpm pack -w packages/client':
    'writes into the working tree; test/client/package.test.ts packs into another folder',
  'npm install /path/to/bank-lookup/bank-lookup-client-1.0.0.tgz':
    'needs that file; test/client/package.test.ts installs it',
  'npm ci\nnpm pack -w packages/picker': 'the same; test/frameworks/ packs it',
  'npm install /path/to/bank-lookup/bank-lookup-picker-1.0.0.tgz': 'needs that file; test/frameworks/ installs it',
  'cd packages/python && hatchling build':
    'writes into the working tree; test/python/python-client.test.ts builds into another folder',
  'pip install /path/to/bank-lookup/packages/python/dist/bank_lookup_client-1.0.0-py3-none-any.whl':
    'needs that file; test/python/python-client.test.ts installs it',
  'npx bank-lookup start': 'does not end; test/package/package.test.ts starts it',
  'git pull && npm ci': 'changes the working tree and needs the network',
  'DATABASE_URL=postgres://bank_lookup@db.example.com/bank_lookup npm start':
    'needs that server; the store is tested on its own PostgreSQL',
  'echo "POSTGRES_PASSWORD=$(openssl rand -hex 24)" > .env && chmod 600 .env': 'writes into the working tree',
  'DATA_DIR=/srv/bank-data npm start': 'needs that folder; test/operations/refresh.test.ts starts with one',
  'OVERLAY_DIR=/srv/corrections npm start': 'needs that folder; test/operations/refresh.test.ts starts with one',
  'git clone <repository> && DATA_DIR=$PWD/bank-lookup/data npx bank-lookup start':
    'needs the network; test/data/data-builds.test.ts starts with other data folders',
  'export DATA_CHANNEL=https://data.example.com/channel.json DATA_CHANNEL_KEY=public.pem\nnpx bank-lookup data status --verify':
    'needs a channel; test/operations/channel-operators.test.ts runs it',
  'DATA_DIR=$(npx bank-lookup data get https://data.example.com/channel.json --key public.pem) npx bank-lookup start':
    'needs a channel; test/operations/channel-operators.test.ts runs data get',
  "rsync -a --exclude='channel.json*' channel/ host:/srv/channel/ && rsync -a channel/channel.json channel/channel.json.sig host:/srv/channel/":
    'needs that host',
  'openssl pkeyutl -verify -pubin -inkey public.pem -rawin -in channel.json -sigfile channel.json.sig':
    'needs a channel; test/operations/channel-operators.test.ts verifies one',
  'cp -r data /srv/bank-data\nDATA_DIR=/srv/bank-data npx bank-lookup data import us-fedach FedACHdir.txt --as-of 2026-11-01':
    'needs a file from the publisher; test/curation/data-import.test.ts runs it with its own',
  'npx quicktype@26 --src-lang schema --lang python --python-version 3.7 -o models.py \\\n  openapi.json#/components/schemas/BankList openapi.json#/components/schemas/Problem':
    'installs from the network; test/api/generated-clients.test.ts generates the same models',
  'openapi-generator-cli generate -i http://localhost:8080/openapi.json -g go -o bank-lookup-go\nopenapi-generator-cli generate -i http://localhost:8080/openapi.json -g php -o bank-lookup-php\nopenapi-generator-cli generate -i http://localhost:8080/openapi.json -g python -o bank-lookup-python':
    'needs that program; the page says that these clients are not tested',
}
/** Programs that no test runs, with the reason. */
const programsNotRun: Record<string, string> = {
  podman: 'needs an engine and base images; test/operations/container.test.ts checks the Containerfile',
  docker: 'the same',
  kubectl: 'needs a cluster; test/operations/kubernetes.test.ts reads the manifest',
  claude: 'needs that client; test/mcp/documentation.test.ts connects to the address',
}
const otherLanguages: Record<string, string> = {
  angular: 'needs the network; test/frameworks/angular-app.ts runs it',
  ini: 'a systemd unit, and settings',
  css: 'custom properties and parts of the picker',
  js: 'test/picker/forms.test.ts does the same in a browser',
  html: 'test/picker/ has pages with the same elements',
  nginx: 'an nginx configuration; test/export/static-server.test.ts starts the one for an export',
  py: 'a script; test/export/database-examples.test.ts runs it',
  sql: 'the same',
  svelte: 'test/picker/frameworks-browser.test.ts runs it',
  tsx: 'test/picker/frameworks-browser.test.ts runs it',
  vue: 'test/picker/frameworks-browser.test.ts runs it',
  yaml: 'a Prometheus configuration, and a manifest, which test/operations/kubernetes.test.ts reads',
  dockerfile: 'test/package/package.test.ts runs its commands',
  jsonc: 'a configuration of an MCP client; test/mcp/documentation.test.ts reads it',
}

test('every route is on some page', async (t) => {
  const { url } = await startService(t)
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
  for (const path of Object.keys(paths)) {
    const mention = new RegExp(`${path.replaceAll(/[{}.]/g, '\\$&')}(?![\\w{.-]|/\\w)`)
    const isMentioned = path === '/' ? (text: string) => text.includes('`GET /`') : mention.test.bind(mention)
    assert.ok(
      pages.some(({ text }) => isMentioned(text)),
      `${path} is on no page`,
    )
  }
})

test('every name in the text exists in the service', async (t) => {
  const { url } = await startService(t)
  const openApi = await (await fetch(`${url}/openapi.json`)).text()
  const schemes = readFileSync(join(root, 'data/schemes.json'), 'utf8')
  const requirements = readFileSync(join(root, 'data/account-requirements.json'), 'utf8')
  const rails = readFileSync(join(root, 'data/rails.json'), 'utf8')
  const codes = Object.keys(problems)
  const metrics = Object.keys(metricDefinitions)
  const problem = await (await fetch(`${url}/nowhere`, { headers: { Accept: 'application/json' } })).text()
  const client = readFileSync(join(root, 'packages/client/src/error.ts'), 'utf8')
  const python = ['__init__', '_client', '_error', '_session'].map((name) =>
    readFileSync(join(root, `packages/python/src/bank_lookup_client/${name}.py`), 'utf8'),
  )
  const agentTools = JSON.stringify(tools)
  const database = JSON.stringify(databaseTables)
  const sources = [openApi, schemes, requirements, rails, problem, client, ...python, agentTools, database]
  const known = new Set([...sources, ...codes, ...metrics].join(' ').match(/[a-z]\w*/g))
  // This page has the names of other tools.
  for (const { name, text } of [...pages, notes].filter((page) => page.name !== 'coming-from')) {
    const words = [...prose(text).matchAll(/`([^`\n]+)`/g)].flatMap(
      ([, code = '']) => code.match(/\b[a-z]+_\w+/g) ?? [],
    )
    // Keys and the ids of records are not names.
    for (const word of words.filter((word) => !/^(?:blk|rec)_/.test(word))) {
      assert.ok(known.has(word), `${name}.md: unknown name ${word}`)
    }
  }
})

interface OpenApi {
  paths: Record<string, object>
}

test('every fenced block is run, is the output of one that is run, or is listed here with a reason', () => {
  const reasons = new Set(Object.keys(notRun))
  for (const group of groups) {
    for (const example of group) {
      const { language, text, place } = example
      if ([isCurl, isCommand, isGrep, isCheck, isProgram].some((isRun) => isRun(example))) continue
      if (isOutput(example)) {
        const [first] = group as [Example]
        assert.ok(isCurl(first) || isCommand(first) || isGrep(first) || usesPackage(first), place)
        assert.equal(group.filter(isOutput).length, 1, `${place}: two outputs`)
      } else if (language === 'sh' && (text.split(' ')[0] ?? '') in programsNotRun) continue
      else if (language === 'sh') {
        assert.ok(text.trim() in notRun, `${place} is not run`)
        reasons.delete(text.trim())
      } else assert.ok(language in otherLanguages, `${place}: ${language} is not run`)
    }
  }
  assert.deepEqual([...reasons], [])
})

test('every setting is in the table of the production page', () => {
  const read = new Set<string>()
  const readAll = (values: Record<string, string>): unknown =>
    readConfig(
      new Proxy(values, {
        get: (_, name) => {
          read.add(String(name))
          return values[String(name)]
        },
      }),
      defaultPaths,
    )
  readAll({})
  // The other settings of a channel are read only if there is one.
  readAll({ DATA_CHANNEL: 'https://data.example.com/', DATA_CHANNEL_KEY: 'public.pem' })
  const page = pages.find(({ name }) => name === 'production')?.text ?? ''
  const [table = ''] = /^\| variable \|.*\n(?:\|.*\n)+/m.exec(page) ?? []
  const first = [...table.matchAll(/^\| (`.+?) \|/gm)].map(([, names = '']) => names)
  assert.deepEqual((first.join(' ').match(/[A-Z]\w+/g) ?? []).toSorted(), [...read].toSorted())
})

test('every request is shown in all languages, in the same order, with the response last', () => {
  const requests = groups.filter((group) => group.some(isCurl) || group.some(isProgram))
  for (const group of requests.filter((group) => !group.some(usesPackage))) {
    const languages = group.map(({ language }) => language)
    assert.deepEqual(languages.slice(0, requestLanguages.length), requestLanguages, group[0]?.place)
    assert.ok(group.slice(requestLanguages.length).every(isOutput), group[0]?.place)
  }
  for (const group of groups) {
    const printsStatus = group.some(({ text }) => text.includes("-w '%{http_code}"))
    const isRequest = group.some(isCurl) && !printsStatus
    for (const { status, place } of group.filter(isOutput)) assert.equal(status !== undefined, isRequest, place)
  }
})

test('the pages of the library and of both clients have the same ten programs, each with its output', () => {
  const programsOf = (name: string): string[] => {
    const text = pages.find((page) => page.name === name)?.text ?? ''
    const [, section = ''] = text.split(/^## Programs$/m)
    const [programs = ''] = section.split(/^## /m)
    const parts = programs.split(/^### /m).slice(1)
    const language = name === 'python' ? 'python' : 'ts'
    for (const part of parts)
      assert.match(part, new RegExp(`^\`{3}${language}\n.+?^\`{3}\n\n\`{3}text\n`, 'ms'), `${name}: ${part}`)
    return parts.map((part) => part.slice(0, part.indexOf('\n')))
  }
  const [first = [], ...others] = ['client', 'python', 'library'].map(programsOf)
  assert.equal(first.length, 10)
  for (const other of others) assert.deepEqual(other, first)
})

test('every page has a title, a group, a unique order and a summary', () => {
  for (const { name, front, text } of pages) {
    assert.deepEqual(Object.keys(front), ['title', 'group', 'order', 'summary'], name)
    assert.match(front.order ?? '', /^[1-9]\d*$/, name)
    assert.match(front.summary ?? '', /^[A-Z].*\.$/, name)
    assert.doesNotMatch(prose(text), /^# /m, `${name}: the title is the only first-level heading`)
  }
  const inOrder = pages.toSorted((a, b) => Number(a.front.order) - Number(b.front.order))
  assert.deepEqual(
    inOrder.map(({ front }) => Number(front.order)),
    inOrder.map((_, at) => at + 1),
  )
  // The pages of a group are neighbours, so the groups are complete and in this order.
  const names = inOrder.map(({ front }) => front.group)
  assert.deepEqual(
    names.filter((name, at) => name !== names[at - 1]),
    ['Start', 'Use', 'Build with', 'Data', 'Run'],
  )
})

/** Other paths that the service serves. */
const otherPaths = [
  '/docs/',
  '/docs/1.0/openapi.json',
  '/docs/1.0/reference',
  '/llms.txt',
  '/news',
  '/news/feed.atom',
  '/news/feed.json',
  '/openapi.json',
  '/sources',
]

test('every link leads to an existing page and section', () => {
  for (const { name, text } of [...pages, notes, { name: 'llms.txt', text: llms }]) {
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link as string)
    for (const link of links.filter((link) => !otherPaths.includes(link))) {
      const [, target, section] = /^\/docs\/1\.0\/([\w-]*)(?:#(.+))?$/.exec(link) ?? []
      const page = pages.find((page) => page.name === (target || 'index') && target !== 'index')
      assert.ok(page, `${name}: ${link} does not exist`)
      if (section) assert.ok(sectionsOf(page.text).includes(section), `${name}: ${link} has no such section`)
    }
  }
})

/** The ids that pages give their headings. */
const sectionsOf = (text: string): string[] =>
  [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
  )

test('every error code in the text exists and has the status in the text', () => {
  const statusOf = (code: string): number | undefined => problems[code as ProblemCode]?.status
  let count = 0
  for (const { name, text } of pages) {
    for (const [, status, code = ''] of prose(text).matchAll(/\b([45]\d\d)\s`(\w+)`/g)) {
      assert.equal(statusOf(code), Number(status), `${name}: ${code}`)
      count++
    }
    for (const [table] of prose(text).matchAll(/^\| code \|.*\n(?:\|.*\n)+/gm)) {
      for (const [, codes = '', status] of table.matchAll(/^\| (`.+?) \| (\d*)/gm)) {
        for (const [, code = ''] of codes.matchAll(/`(\w+)`/g)) {
          assert.ok(statusOf(code), `${name}: unknown error ${code}`)
          if (status) assert.equal(statusOf(code), Number(status), `${name}: ${code}`)
          count++
        }
      }
    }
  }
  assert.ok(count >= 20)
})

test('every page is also served as Markdown, with its tables and with links to Markdown', async (t) => {
  const { url } = await startService(t, { baseUrl: 'https://banks.example.com/lookup' })
  const llmsText = await (await fetch(`${url}/llms.txt`)).text()
  for (const { name, front } of pages) {
    const path = `/docs/1.0/${name}.md`
    assert.ok(llmsText.includes(`](/lookup${path})`), path)
    const response = await fetch(`${url}${path}`)
    assert.equal(response.status, 200, path)
    assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8')
    const text = await response.text()
    assert.ok(text.startsWith(`# ${front.title}\n\n${front.summary}\n\n`), path)
    assert.doesNotMatch(text, /\{\{\w+\}\}|<(table|code|a|td|time)\b/, path)
    for (const [, link = ''] of text.matchAll(/\]\((\/[^)]*)\)/g)) {
      assert.match(link, /^\/lookup\//, path)
      const page = /^\/lookup\/docs\/1\.0\/([^#]*)/.exec(link)?.[1]
      if (page !== undefined) assert.match(page, /^([\w/-]+\.md|openapi\.json|reference)$/, `${path}: ${link}`)
    }
  }
  // The text is about a service on the reader's machine, the examples are about this one.
  const quickstart = await (await fetch(`${url}/docs/1.0/index.md`)).text()
  assert.match(quickstart, /^The service listens on `http:\/\/localhost:8080`\./m)
  assert.match(quickstart, /^ {2}https:\/\/banks\.example\.com\/lookup\/v1\/banks$/m)
  const schemes = await (await fetch(`${url}/docs/1.0/schemes.md`)).text()
  assert.match(
    schemes,
    /^### Nigeria\n\n\| Scheme .*\n.*\n\| `ng_cbn` \| CBN bank code \| 3 digits \| bank \| payment \| /m,
  )
  const data = await (await fetch(`${url}/docs/1.0/data.md`)).text()
  assert.match(data, /^\| `code` \| string or null \| `"058"` \| /m)
  assert.match(
    data,
    /^\| `codes` \| object with lists of strings \| `\{"ng_cbn": \["058"\], "ng_nip": \["000013"\], "flutterwave": .*\}` \| /m,
  )
})

test('the page Rails has every rail, with its operator, and with the date of its list if there is one', async (t) => {
  const { url } = await startService(t)
  const text = await (await fetch(`${url}/docs/1.0/rails.md`)).text()
  const { rails, sources } = shippedDirectory().packed
  assert.equal(text.match(/^\|[^|]*\| `\w+` \|/gm)?.length, rails.length)
  for (const { id, label, operator, source, complete } of rails) {
    const row = text.split('\n').find((line) => line.includes(`| \`${id}\` | ${label} | ${operator} | `)) ?? ''
    const date = source === undefined ? 'no list \\| ' : sources.get(source)?.date
    assert.match(row, new RegExp(` ${date} \\| ${complete ? 'yes' : 'no'} \\|$`), id)
  }
  assert.match(text, /^\| Single Euro Payments Area \| `sepa_inst` \|/m)
})

test('every remark is about a country that has a page', () => {
  const codes = [...notes.text.matchAll(/^## (.+)$/gm)].flatMap(([, heading = '']) => heading.split(' '))
  const { countries } = shippedDirectory()
  for (const code of codes)
    assert.ok(
      countries.some((country) => country.code === code),
      `${code} is no country`,
    )
})

test('every generated table is on exactly one page', () => {
  const made = [
    'account_form',
    'bank_fields',
    'bank_types',
    'changelog',
    'countries',
    'methods',
    'picker_any',
    'picker_nigeria',
    'picker_us',
    'problems',
    'rails',
    'schemes',
  ]
  const places = pages.flatMap(({ text }) => [...text.matchAll(/^\{\{(.*)\}\}$/gm)].map(([, table]) => table))
  assert.deepEqual(places.toSorted(), made)
})

test('llms.txt has the standard format and lists every page', () => {
  assert.match(llms, /^# bank-lookup\n\n> .+\n/)
  assert.ok(llms.includes('/docs/1.0/openapi.json'))
  for (const { name, front } of pages) {
    assert.ok(llms.includes(`- [${front.title}](/docs/1.0/${name === 'index' ? '' : name}): `), name)
  }
})
