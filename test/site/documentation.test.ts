import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { type ProblemCode, problems } from '../../src/http/errors/problems.ts'
import { metricDefinitions } from '../../src/metrics/metric-definitions.ts'
import {
  assertShows,
  type Example,
  isThere,
  readPages,
  run,
  runAll,
  withoutNames,
  withoutRequestId,
} from '../support/examples.ts'
import { type KeyedService, startKeyedService } from '../support/services/keyed-service.ts'
import { root, runCommand, temporaryFolder } from '../support/services/processes.ts'

const pages = readPages()
const groups = pages.flatMap((page) => page.groups)
const prose = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '')
const llms = readFileSync(new URL('../../docs/site/llms.txt', import.meta.url), 'utf8')

/** Fenced blocks that no test runs, and why. One that is no longer on any page has to go from here. */
const notRun: Record<string, string> = {
  'npm ci && npm start': 'installs from the network; test/operations/start.test.ts starts the program as npm does',
  'git pull && npm ci': 'changes the working tree and needs the network',
  'DATABASE_URL=postgres://bank_lookup@db.example.com/bank_lookup npm start':
    'needs a server of that name; the store is tested on a PostgreSQL of its own',
  'echo "POSTGRES_PASSWORD=$(openssl rand -hex 24)" > .env && chmod 600 .env': 'writes into the working tree',
  'DATA_DIR=/srv/bank-data npm start': 'needs such a folder; test/operations/refresh.test.ts starts with one',
  'OVERLAY_DIR=/srv/corrections npm start': 'the same',
  'cp -r data /srv/bank-data\nDATA_DIR=/srv/bank-data npx bank-lookup data import us-fedach FedACHdir.txt --as-of 2026-11-01':
    'needs a file of the publisher; test/cli/data-import.test.ts runs it with one of its own',
}
/** Programs whose lines no test runs, and why. */
const programsNotRun: Record<string, string> = {
  podman: 'needs an engine and base images; test/operations/container.test.ts holds what the image is made from',
  docker: 'the same',
}
const otherPrograms: Record<string, string> = {
  ini: 'a unit of systemd',
  nginx: 'a configuration of nginx',
  yaml: 'a configuration of Prometheus',
}

const isCurl = ({ language, text }: Example): boolean => language === 'sh' && text.startsWith('curl ')
const isCommand = ({ language, text }: Example): boolean => language === 'sh' && text.startsWith('npx bank-lookup ')
const isGrep = ({ language, text }: Example): boolean => language === 'sh' && text.startsWith('grep ')
const isCheck = ({ language, text }: Example): boolean =>
  language === 'sh' && text.includes(' src/bin/tools/check-data.ts')
const isProgram = ({ language }: Example): boolean => language === 'ts' || language === 'python'
const isShown = ({ language }: Example): boolean => language === 'json' || language === 'text'
const examples = groups.flat()

test('every example of the documentation works', async (t) => {
  const service = await startKeyedService(t)
  const folder = temporaryFolder(t)
  const environment = { PUBLIC_HASH_KEY: service.live }
  const written = (example: Example, file: string): string => {
    const path = join(folder, file)
    writeFileSync(path, atService(example, service))
    return path
  }

  await t.test('curl gets 200, or what the page says, and shows what the page shows', async (t) => {
    if (!isThere(t, 'curl')) return
    const found = groups.filter((group) => group.some(isCurl))
    assert.ok(found.length >= 15)
    await runAll([...found.entries()], async ([at, group]) => {
      const example = group.find(isCurl) as Example
      // In a folder of its own, for what it writes beside its answer.
      const cwd = temporaryFolder(t)
      const head = join(cwd, 'head.txt')
      const script = `curl() { command curl -sS --max-time 10 -D '${head}' "$@"; }\n${atService(example, service)}`
      const { code, stdout, stderr } = await run('sh', ['-eu', '-c', script], { cwd, environment })
      assert.equal(code, 0, `${example.place}: ${stderr}`)
      assert.notEqual(stdout, '', `${example.place} prints nothing`)
      const shown = group.find(isShown)
      if (shown?.language === 'text') {
        assert.equal(withoutRequestId(stdout.trimEnd()), withoutRequestId(shown.text.trimEnd()), shown.place)
        return
      }
      assert.match(readFileSync(head, 'latin1'), /^HTTP\/1\.1 200 /, `${example.place}: ${stdout}`)
      if (shown) assertShows(JSON.parse(shown.text), JSON.parse(stdout), `${shown.place} (example ${at})`)
    })
  })

  const runPrograms = async (language: string, program: string, parameters: (file: string) => string[]) => {
    const found = examples.filter((example) => example.language === language)
    assert.ok(found.length >= 15)
    const extension = language === 'ts' ? 'mts' : 'py'
    await runAll(found, async (example) => {
      const file = written(example, `${example.place.replace('.md:', '-')}.${extension}`)
      const { code, stdout, stderr } = await run(program, parameters(file), { cwd: folder, environment })
      assert.equal(code, 0, `${example.place}: ${stderr}`)
      assert.notEqual(stdout.trim(), '', `${example.place} prints nothing`)
      assert.doesNotMatch(stdout, /undefined|\[object Object\]/, example.place)
    })
  }

  await t.test('TypeScript runs as it is', async () => {
    await runPrograms('ts', process.execPath, (file) => [file])
  })

  await t.test('TypeScript has no type errors', async () => {
    const files = examples
      .filter(({ language }) => language === 'ts')
      .map((example) => written(example, `${example.place.replace('.md:', '-')}-checked.mts`))
    const options =
      '--noEmit --strict --noUncheckedIndexedAccess --target es2024 --module nodenext --lib es2024 --types node'
    const typeRoots = ['--typeRoots', join(root, 'node_modules/@types')]
    const tsc = [join(root, 'node_modules/typescript/bin/tsc'), ...options.split(' '), ...typeRoots, ...files]
    const { code, stdout } = await run(process.execPath, tsc, { cwd: folder })
    assert.equal(code, 0, stdout)
  })

  await t.test('Python runs as it is', async (t) => {
    if (isThere(t, 'python3')) await runPrograms('python', 'python3', (file) => [file])
  })

  await t.test('every command of the operator is understood, and says what the page shows', async (t) => {
    await runCommands(t, { DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}` })
  })

  await t.test('a line of the data is what the page shows', async () => {
    for (const group of groups.filter((group) => group.some(isGrep))) {
      const [example, shown] = group as [Example, Example]
      const { stdout } = await run('sh', ['-c', example.text], { cwd: root })
      assert.equal(stdout, shown.text, shown.place)
    }
  })

  await t.test('corrections are checked ahead, as the page says', async (t) => {
    const [example, ...more] = examples.filter(isCheck) as [Example]
    assert.deepEqual(more, [])
    const overlay = temporaryFolder(t)
    mkdirSync(join(overlay, 'banks'))
    const command = example.text
      .replace('/srv/corrections', overlay)
      .replace('node_modules/.bin/node', `'${process.execPath}'`)
    const check = (line: string) => {
      writeFileSync(join(overlay, 'banks/va.jsonl'), `${line}\n`)
      return run('sh', ['-euc', command], { cwd: root })
    }
    const line =
      groups
        .find((group) => group.some(isGrep))
        ?.find(isShown)
        ?.text.trimEnd() ?? assert.fail()
    assert.deepEqual(await check(line.replace('"IOR"', '"IOR!"')), { code: 0, stdout: '', stderr: '' }, example.place)
    const broken = await check(line.replace('"001"', '"1"'))
    assert.equal(broken.code, 1)
    assert.match(broken.stderr, /overlay\/banks\/va\.jsonl:1: va-istituto-per-le-opere-di-religione: .*"1"/)
  })

  await t.test('what goes beyond the interface is marked, and every route is on some page', async () => {
    const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi
    for (const path of Object.keys(paths)) {
      const mention = new RegExp(`${path.replaceAll(/[{}.]/g, '\\$&')}(?![\\w{.-]|/\\w)`)
      const isMentioned = path === '/' ? (text: string) => text.includes('`GET /`') : mention.test.bind(mention)
      assert.ok(
        pages.some(({ text }) => isMentioned(text)),
        `${path} is on no page`,
      )
    }
    for (const example of examples.filter(isCurl)) {
      const operation = operationOf(example, paths)
      const isMarked = example.headings.some(({ isBeyond }) => isBeyond)
      if (operation?.tags.includes('beyond interface 1.0')) assert.ok(isMarked, `${example.place} is not marked`)
    }
  })

  await t.test('every name in the text is one that the service knows', async () => {
    const openApi = await (await fetch(`${service.url}/openapi.json`)).text()
    const schemes = readFileSync(join(root, 'data/schemes.json'), 'utf8')
    const codes = Object.keys(problems)
    const metrics = Object.keys(metricDefinitions)
    const problem = await (await fetch(`${service.url}/nowhere`, { headers: { Accept: 'application/json' } })).text()
    const known = new Set([openApi, schemes, problem, ...codes, ...metrics].join(' ').match(/[a-z]\w*/g))
    for (const { name, text } of pages) {
      const words = [...prose(text).matchAll(/`([^`\n]+)`/g)].flatMap(
        ([, code = '']) => code.match(/\b[a-z]+_\w+/g) ?? [],
      )
      // The start of a key is no name.
      for (const word of words.filter((word) => !word.startsWith('blk_'))) {
        assert.ok(known.has(word), `${name}.md: there is no ${word}`)
      }
    }
  })
})

interface OpenApi {
  paths: Record<string, Record<string, { tags: string[] }>>
}

/** On the first page a newcomer has the demo key of the first start. */
const atService = ({ text, place }: Example, { url, live, demo }: KeyedService): string =>
  text
    .replaceAll('http://localhost:8080', url)
    .replaceAll('<PUBLIC_HASH_KEY>', place.startsWith('index.md:') ? demo : live)

/** One after the other: what one makes, the next one needs. */
async function runCommands(t: TestContext, settings: Record<string, string>): Promise<void> {
  let id = ''
  const found = groups.filter((group) => group.some(isCommand))
  const isIssue = (group: Example[]): boolean => group.some(({ text }) => text.includes(' keys issue '))
  for (const group of found.toSorted((a, b) => Number(isIssue(b)) - Number(isIssue(a)))) {
    const [example, shown] = group as [Example, Example?]
    for (const line of example.text.trimEnd().split('\n')) {
      const words = line
        .replace('npx bank-lookup ', '')
        .replace('<id>', id)
        .replace('backup.sqlite', join(temporaryFolder(t), 'backup.sqlite'))
      const parts = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
      const { code, stdout, stderr } = await runCommand(settings, ...parts)
      assert.equal(code, 0, `${example.place}: ${stderr}`)
      assert.notEqual(stdout, '', example.place)
      if (shown) assert.equal(withoutNames(stdout), withoutNames(shown.text), shown.place)
      if (/keys (issue|rotate)/.test(line)) id = /key_\w+/.exec(stdout)?.[0] ?? id
    }
  }
  assert.ok(found.length >= 6)
}

/** What a curl line asks for, as the interface for machines has it. */
function operationOf({ text }: Example, paths: OpenApi['paths']): { tags: string[] } | undefined {
  const path = /http:\/\/localhost:8080([^\s'?]*)/.exec(text)?.[1] ?? ''
  const method = /-X (\w+)/.exec(text)?.[1]?.toLowerCase() ?? (text.includes(' -d ') ? 'post' : 'get')
  const template = Object.keys(paths).find(
    (known) => known === path || new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/.]+')}$`).test(path),
  )
  return paths[template ?? '']?.[method]
}

test('no fenced block escapes: it is run, shown after one that is run, or named here with a reason', () => {
  const reasons = new Set(Object.keys(notRun))
  for (const group of groups) {
    for (const example of group) {
      const { language, text, place } = example
      if ([isCurl, isCommand, isGrep, isCheck, isProgram].some((isRun) => isRun(example))) continue
      if (isShown(example)) {
        assert.ok(isCurl(group[0] as Example) || isCommand(group[0] as Example) || isGrep(group[0] as Example), place)
        assert.equal(group.filter(isShown).length, 1, `${place}: which of the two is shown?`)
      } else if (language === 'sh' && (text.split(' ')[0] ?? '') in programsNotRun) continue
      else if (language === 'sh') {
        assert.ok(text.trim() in notRun, `${place} is not run`)
        reasons.delete(text.trim())
      } else assert.ok(language in otherPrograms, `${place}: ${language} is not run`)
    }
  }
  assert.deepEqual([...reasons], [])
})

test('every setting is in the table of the page and in that of the README', () => {
  const read = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }), root)
  const page = pages.find(({ name }) => name === 'production')?.text ?? ''
  for (const text of [page, readFileSync(join(root, 'README.md'), 'utf8')]) {
    const [table = ''] = /^\| variable \|.*\n(?:\|.*\n)+/m.exec(text) ?? []
    const first = [...table.matchAll(/^\| (`.+?) \|/gm)].map(([, names = '']) => names)
    assert.deepEqual((first.join(' ').match(/[A-Z]\w+/g) ?? []).toSorted(), [...read].toSorted())
  }
})

test('a request is shown with curl, in TypeScript and in Python, in this order', () => {
  for (const group of groups.filter((group) => group.some(isCurl) || group.some(isProgram))) {
    const languages = group.filter((example) => !isShown(example)).map(({ language }) => language)
    assert.deepEqual(languages, ['sh', 'ts', 'python'], group[0]?.place)
  }
})

test('every page has a title, a place in the order that is its own, and a summary', () => {
  for (const { name, front, text } of pages) {
    assert.deepEqual(Object.keys(front), ['title', 'order', 'summary'], name)
    assert.match(front.order ?? '', /^[1-9]\d*$/, name)
    assert.match(front.summary ?? '', /^[A-Z].*\.$/, name)
    assert.doesNotMatch(prose(text), /^# /m, `${name}: the title is the heading of the page`)
  }
  const orders = pages.map(({ front }) => Number(front.order)).toSorted((a, b) => a - b)
  assert.deepEqual(
    orders,
    orders.map((_, at) => at + 1),
  )
})

/** What is served beside the pages. */
const otherPaths = [
  '/docs/',
  '/docs/1.0/openapi.json',
  '/docs/1.0/reference',
  '/llms.txt',
  '/news',
  '/news/feed.atom',
  '/news/feed.json',
  '/openapi.json',
]

test('every link leads to a page and to a section of it', () => {
  for (const [name, text] of [...pages.map(({ name, text }) => [name, text]), ['llms.txt', llms]] as const) {
    const links = [...(text ?? '').matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link as string)
    for (const link of links.filter((link) => !otherPaths.includes(link))) {
      const [, target, section] = /^\/docs\/1\.0\/([\w-]*)(?:#(.+))?$/.exec(link) ?? []
      const page = pages.find((page) => page.name === (target || 'index') && target !== 'index')
      assert.ok(page, `${name}: ${link} leads nowhere`)
      if (section) assert.ok(sectionsOf(page.text).includes(section), `${name}: ${link} has no such section`)
    }
  }
})

/** As the pages name their headings in addresses. */
const sectionsOf = (text: string): string[] =>
  [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
  )

test('every code of a problem that is mentioned exists, with the status it is mentioned with', () => {
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
          assert.ok(statusOf(code), `${name}: there is no problem ${code}`)
          if (status) assert.equal(statusOf(code), Number(status), `${name}: ${code}`)
          count++
        }
      }
    }
  }
  assert.ok(count >= 20)
})

test('every table that is made from code or data has its place, once', () => {
  const made = ['bank_fields', 'bank_types', 'countries', 'problems', 'schemes', 'sources']
  const places = pages.flatMap(({ text }) => [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, table]) => table))
  assert.deepEqual(places.toSorted(), made)
})

test('llms.txt has the form that is agreed on, and lists every page', () => {
  assert.match(llms, /^# bank-lookup\n\n> .+\n/)
  assert.ok(llms.includes('/docs/1.0/openapi.json'))
  for (const { name, front } of pages) {
    assert.ok(llms.includes(`- [${front.title}](/docs/1.0/${name === 'index' ? '' : name}): `), name)
  }
})
