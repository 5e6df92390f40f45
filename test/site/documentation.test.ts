import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { defaultPaths } from '../../src/bin/paths.ts'
import { readConfig } from '../../src/config.ts'
import { type ProblemCode, problems } from '../../src/http/errors/problems.ts'
import { tools } from '../../src/mcp/tools.ts'
import { metricDefinitions } from '../../src/metrics/metric-definitions.ts'
import { installClient } from '../support/built-client.ts'
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
import { root, temporaryFolder } from '../support/services/processes.ts'
import { startService } from '../support/services/service.ts'

const pages = readPages()
const groups = pages.flatMap((page) => page.groups)
const prose = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '')
const llms = readFileSync(new URL('../../docs/site/llms.txt', import.meta.url), 'utf8')

/** Fenced blocks that no test runs, with the reason. The test fails for an entry that is no longer on any page. */
const notRun: Record<string, string> = {
  'npm ci && npm start': 'installs from the network; test/operations/start.test.ts starts the program like npm',
  'npm run build\nnpm pack ./dist':
    'writes into the working tree; test/package/package.test.ts does the same elsewhere',
  'npm install ./bank-lookup-1.0.0.tgz': 'needs that file; test/package/package.test.ts installs it',
  'npm pack -w packages/client': 'writes into the working tree; test/client/package.test.ts packs into another folder',
  'npm install ./bank-lookup-client-1.0.0.tgz': 'needs that file; test/client/package.test.ts installs it',
  'npx bank-lookup start': 'does not end; test/package/package.test.ts starts it',
  'git pull && npm ci': 'changes the working tree and needs the network',
  'DATABASE_URL=postgres://bank_lookup@db.example.com/bank_lookup npm start':
    'needs that server; the store is tested on its own PostgreSQL',
  'echo "POSTGRES_PASSWORD=$(openssl rand -hex 24)" > .env && chmod 600 .env': 'writes into the working tree',
  'DATA_DIR=/srv/bank-data npm start': 'needs that folder; test/operations/refresh.test.ts starts with one',
  'OVERLAY_DIR=/srv/corrections npm start': 'needs that folder; test/operations/refresh.test.ts starts with one',
  'git clone <repository> && DATA_DIR=$PWD/bank-lookup/data npx bank-lookup start':
    'needs the network; test/data/data-builds.test.ts starts with other data folders',
  'cp -r data /srv/bank-data\nDATA_DIR=/srv/bank-data npx bank-lookup data import us-fedach FedACHdir.txt --as-of 2026-11-01':
    'needs a file from the publisher; test/cli/data-import.test.ts runs it with its own',
  'npx quicktype@26 --src-lang schema --lang python --python-version 3.7 -o models.py \\\n  openapi.json#/components/schemas/BankList openapi.json#/components/schemas/Problem':
    'installs from the network; test/api/generated-clients.test.ts generates the same models',
  'mkdir banklookup\nnpx quicktype@26 --src-lang schema --lang java --package banklookup -o banklookup/Models.java \\\n  openapi.json#/components/schemas/BankList openapi.json#/components/schemas/Problem':
    'installs from the network; test/api/generated-clients.test.ts generates the same models',
  'openapi-generator-cli generate -i http://localhost:8080/openapi.json -g go -o bank-lookup-go\nopenapi-generator-cli generate -i http://localhost:8080/openapi.json -g php -o bank-lookup-php\nopenapi-generator-cli generate -i http://localhost:8080/openapi.json -g python -o bank-lookup-python':
    'needs that program; the page says that these clients are not tested',
}
/** Programs that no test runs, with the reason. */
const programsNotRun: Record<string, string> = {
  podman: 'needs an engine and base images; test/operations/container.test.ts checks the Containerfile',
  docker: 'the same',
  claude: 'needs that client; test/mcp/documentation.test.ts connects to the address',
}
const otherLanguages: Record<string, string> = {
  ini: 'a systemd unit',
  css: 'custom properties and parts of the picker',
  js: 'test/picker/forms.test.ts does the same in a browser',
  html: 'test/picker/ has pages with the same elements',
  nginx: 'an nginx configuration',
  tsx: 'test/picker/frameworks-browser.test.ts runs it',
  vue: 'test/picker/frameworks-browser.test.ts runs it',
  yaml: 'a Prometheus configuration',
  jsonc: 'a configuration of an MCP client; test/mcp/documentation.test.ts reads it',
}

const isCurl = ({ language, text }: Example): boolean => language === 'sh' && text.startsWith('curl ')
const isCommand = ({ language, text }: Example): boolean =>
  language === 'sh' && text.startsWith('npx bank-lookup ') && !(text.trim() in notRun)
const isGrep = ({ language, text }: Example): boolean => language === 'sh' && text.startsWith('grep ')
const isCheck = ({ language, text }: Example): boolean =>
  language === 'sh' && text.includes(' src/bin/tools/check-data.ts')
const isProgram = ({ language }: Example): boolean => language === 'ts' || language === 'python'
/** A program on the page of the library or of the client: it is in TypeScript only, and prints the output on the page. */
const usesPackage = ({ language, place }: Example): boolean => language === 'ts' && /^(library|client)\.md:/.test(place)
const isOutput = ({ language }: Example): boolean => language === 'json' || language === 'text'
const examples = groups.flat()
const outputOf = (example: Example): Example | undefined =>
  groups.find((group) => group.includes(example))?.find(isOutput)

test('every documentation example works', async (t) => {
  const service = await startKeyedService(t)
  const folder = temporaryFolder(t)
  const environment = { PUBLIC_HASH_KEY: service.live }
  // The programs import the packages by their names.
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/bank-lookup'))
  installClient(folder)
  const writeExample = (example: Example, file: string): string => {
    const path = join(folder, file)
    writeFileSync(path, atService(example, service))
    return path
  }

  await t.test('curl gets 200, or the error on the page, and prints the output on the page', async (t) => {
    if (!isThere(t, 'curl')) return
    const found = groups.filter((group) => group.some(isCurl))
    assert.ok(found.length >= 15)
    await runAll([...found.entries()], async ([at, group]) => {
      const example = group.find(isCurl) as Example
      // Each command runs in its own folder, because some write files.
      const cwd = temporaryFolder(t)
      const head = join(cwd, 'head.txt')
      const script = `curl() { command curl -sS --max-time 10 -D '${head}' "$@"; }\n${atService(example, service)}`
      const { code, stdout, stderr } = await run('sh', ['-eu', '-c', script], { cwd, environment })
      assert.equal(code, 0, `${example.place}: ${stderr}`)
      assert.notEqual(stdout, '', `${example.place} prints nothing`)
      const output = group.find(isOutput)
      if (output?.language === 'text') {
        assert.equal(withoutRequestId(stdout.trimEnd()), withoutRequestId(output.text.trimEnd()), output.place)
        return
      }
      assert.match(readFileSync(head, 'latin1'), /^HTTP\/1\.1 200 /, `${example.place}: ${stdout}`)
      if (output) assertShows(JSON.parse(output.text), JSON.parse(stdout), `${output.place} (example ${at})`)
    })
  })

  const runPrograms = async (language: string, program: string, parameters: (file: string) => string[]) => {
    const found = examples.filter((example) => example.language === language)
    assert.ok(found.length >= 15)
    const extension = language === 'ts' ? 'mts' : 'py'
    await runAll(found, async (example) => {
      const file = writeExample(example, `${example.place.replace('.md:', '-')}.${extension}`)
      const { code, stdout, stderr } = await run(program, parameters(file), { cwd: folder, environment })
      assert.equal(code, 0, `${example.place}: ${stderr}`)
      assert.notEqual(stdout.trim(), '', `${example.place} prints nothing`)
      assert.doesNotMatch(stdout, /undefined|\[object Object\]/, example.place)
      if (usesPackage(example)) assert.equal(stdout, outputOf(example)?.text, example.place)
    })
  }

  await t.test('TypeScript runs unchanged', async () => {
    await runPrograms('ts', process.execPath, (file) => [file])
  })

  await t.test('TypeScript has no type errors', async () => {
    const files = examples
      .filter(({ language }) => language === 'ts')
      .map((example) => writeExample(example, `${example.place.replace('.md:', '-')}-checked.mts`))
    const options =
      '--noEmit --strict --noUncheckedIndexedAccess --target es2024 --module nodenext --lib es2024 --types node ' +
      // The library is TypeScript here.
      '--allowImportingTsExtensions --skipLibCheck'
    const typeRoots = ['--typeRoots', join(root, 'node_modules/@types')]
    const tsc = [join(root, 'node_modules/typescript/bin/tsc'), ...options.split(' '), ...typeRoots, ...files]
    const { code, stdout } = await run(process.execPath, tsc, { cwd: folder })
    assert.equal(code, 0, stdout)
  })

  await t.test('Python runs unchanged', async (t) => {
    if (isThere(t, 'python3')) await runPrograms('python', 'python3', (file) => [file])
  })

  await t.test('every CLI command works and prints the output on the page', async (t) => {
    await runCommands(t, service, { DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}` })
  })

  await t.test('the page shows the current line of the data', async () => {
    for (const group of groups.filter((group) => group.some(isGrep))) {
      const [example, output] = group as [Example, Example]
      const { stdout } = await run('sh', ['-c', example.text], { cwd: root })
      assert.equal(stdout, output.text, output.place)
    }
  })

  await t.test('the command that checks corrections works', async (t) => {
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
        ?.find(isOutput)
        ?.text.trimEnd() ?? assert.fail()
    assert.deepEqual(await check(line.replace('"IOR"', '"IOR!"')), { code: 0, stdout: '', stderr: '' }, example.place)
    const broken = await check(line.replace('"001"', '"1"'))
    assert.equal(broken.code, 1)
    assert.match(broken.stderr, /overlay\/banks\/va\.jsonl:1: va-istituto-per-le-opere-di-religione: .*"1"/)
  })

  await t.test('extensions are marked, and every route is on some page', async () => {
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
      if (operation && operation['x-interface'] !== '1.0') assert.ok(isMarked, `${example.place} is not marked`)
    }
  })

  await t.test('every name in the text exists in the service', async () => {
    const openApi = await (await fetch(`${service.url}/openapi.json`)).text()
    const schemes = readFileSync(join(root, 'data/schemes.json'), 'utf8')
    const requirements = readFileSync(join(root, 'data/account-requirements.json'), 'utf8')
    const codes = Object.keys(problems)
    const metrics = Object.keys(metricDefinitions)
    const problem = await (await fetch(`${service.url}/nowhere`, { headers: { Accept: 'application/json' } })).text()
    const client = readFileSync(join(root, 'packages/client/src/error.ts'), 'utf8')
    const agentTools = JSON.stringify(tools)
    const sources = [openApi, schemes, requirements, problem, client, agentTools, ...codes, ...metrics]
    const known = new Set(sources.join(' ').match(/[a-z]\w*/g))
    for (const { name, text } of pages) {
      const words = [...prose(text).matchAll(/`([^`\n]+)`/g)].flatMap(
        ([, code = '']) => code.match(/\b[a-z]+_\w+/g) ?? [],
      )
      // The prefix of a key is not a name.
      for (const word of words.filter((word) => !word.startsWith('blk_'))) {
        assert.ok(known.has(word), `${name}.md: unknown name ${word}`)
      }
    }
  })
})

interface Operation {
  'x-interface'?: string
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

/** On the first page the reader has the demo key of the first start. */
const atService = ({ text, place }: Example, { url, live, demo }: KeyedService): string =>
  text
    .replaceAll('http://localhost:8080', url)
    .replaceAll('<PUBLIC_HASH_KEY>', place.startsWith('index.md:') ? demo : live)

/** Sequential: a command needs the key that an earlier one creates. Lines run in a shell, because some redirect files. */
async function runCommands(t: TestContext, service: KeyedService, environment: Record<string, string>): Promise<void> {
  let id = ''
  const cwd = temporaryFolder(t)
  writeFileSync(join(cwd, 'accounts.csv'), 'id,bank_code,nuban\n1,044,0690000031\n2,058,0690000031\n3,044,\n')
  writeFileSync(join(cwd, 'identifiers.txt'), 'DE89 3704 0044 0532 0130 00\nGTBINGLA\n')
  const npx = `npx() { shift; '${process.execPath}' '${join(root, 'src/bin/bank-lookup.js')}' "$@"; }`
  const found = groups.filter((group) => group.some(isCommand))
  const isIssue = (group: Example[]): boolean => group.some(({ text }) => text.includes(' keys issue '))
  for (const group of found.toSorted((a, b) => Number(isIssue(b)) - Number(isIssue(a)))) {
    const [example, output] = group as [Example, Example?]
    for (const line of atService(example, service).trimEnd().split('\n')) {
      const own = line.replace('<id>', id).replace('/srv/bank-data', join(temporaryFolder(t), 'bank-data'))
      const { code, stdout, stderr } = await run('sh', ['-euc', `${npx}\n${own}`], { cwd, environment })
      assert.equal(code, 0, `${example.place}: ${stderr}`)
      const [, file] = / (?:>|--output) (\S+)$/.exec(line) ?? []
      if (file) assert.ok(readFileSync(join(cwd, file)).length > 0, example.place)
      else assert.notEqual(stdout, '', example.place)
      if (output) assert.equal(withoutNames(stdout), withoutNames(output.text), output.place)
      if (/keys (issue|rotate)/.test(line)) id = /key_\w+/.exec(stdout)?.[0] ?? id
    }
  }
  assert.ok(found.length >= 15)
}

/** The OpenAPI operation of a curl command. */
function operationOf({ text }: Example, paths: OpenApi['paths']): Operation | undefined {
  const path = /http:\/\/localhost:8080([^\s'?]*)/.exec(text)?.[1] ?? ''
  const method = /-X (\w+)/.exec(text)?.[1]?.toLowerCase() ?? (text.includes(' -d ') ? 'post' : 'get')
  const template = Object.keys(paths).find(
    (known) => known === path || new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/.]+')}$`).test(path),
  )
  return paths[template ?? '']?.[method]
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

test('every setting is in the table of the production page and of the README', () => {
  const read = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }), defaultPaths)
  const page = pages.find(({ name }) => name === 'production')?.text ?? ''
  for (const text of [page, readFileSync(join(root, 'README.md'), 'utf8')]) {
    const [table = ''] = /^\| variable \|.*\n(?:\|.*\n)+/m.exec(text) ?? []
    const first = [...table.matchAll(/^\| (`.+?) \|/gm)].map(([, names = '']) => names)
    assert.deepEqual((first.join(' ').match(/[A-Z]\w+/g) ?? []).toSorted(), [...read].toSorted())
  }
})

test('every request is shown with curl, TypeScript and Python, in this order', () => {
  const requests = groups.filter((group) => !group.some(usesPackage))
  for (const group of requests.filter((group) => group.some(isCurl) || group.some(isProgram))) {
    const languages = group.filter((example) => !isOutput(example)).map(({ language }) => language)
    assert.deepEqual(languages, ['sh', 'ts', 'python'], group[0]?.place)
  }
})

test('every page has a title, a unique order and a summary', () => {
  for (const { name, front, text } of pages) {
    assert.deepEqual(Object.keys(front), ['title', 'order', 'summary'], name)
    assert.match(front.order ?? '', /^[1-9]\d*$/, name)
    assert.match(front.summary ?? '', /^[A-Z].*\.$/, name)
    assert.doesNotMatch(prose(text), /^# /m, `${name}: the title is the only first-level heading`)
  }
  const orders = pages.map(({ front }) => Number(front.order)).toSorted((a, b) => a - b)
  assert.deepEqual(
    orders,
    orders.map((_, at) => at + 1),
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
]

test('every link leads to an existing page and section', () => {
  for (const [name, text] of [...pages.map(({ name, text }) => [name, text]), ['llms.txt', llms]] as const) {
    const links = [...(text ?? '').matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link as string)
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
      if (page !== undefined) assert.match(page, /^([\w-]+\.md|openapi\.json|reference)$/, `${path}: ${link}`)
    }
  }
  const data = await (await fetch(`${url}/docs/1.0/data.md`)).text()
  assert.match(data, /^\| `ng_cbn` \| .+ \| NG \| `/m)
})

test('every generated table is on exactly one page', () => {
  const made = [
    'account_form',
    'bank_fields',
    'bank_types',
    'countries',
    'methods',
    'picker_any',
    'picker_nigeria',
    'picker_us',
    'problems',
    'schemes',
    'sources',
  ]
  const places = pages.flatMap(({ text }) => [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, table]) => table))
  assert.deepEqual(places.toSorted(), made)
})

test('llms.txt has the standard format and lists every page', () => {
  assert.match(llms, /^# bank-lookup\n\n> .+\n/)
  assert.ok(llms.includes('/docs/1.0/openapi.json'))
  for (const { name, front } of pages) {
    assert.ok(llms.includes(`- [${front.title}](/docs/1.0/${name === 'index' ? '' : name}): `), name)
  }
})
