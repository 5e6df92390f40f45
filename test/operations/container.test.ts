/** The image and the compose file, tested as far as possible without building or running a container. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { cacheDir, defaultPaths } from '../../src/bin/paths.ts'
import { readConfig } from '../../src/config.ts'
import { programDigest } from '../../src/dataset/cache/program-digest.ts'
import { digestFolders } from '../../src/dataset/data-files.ts'
import { readDataset } from '../../src/dataset/dataset.ts'
import { dataFolder } from '../support/data/shipped.ts'
import { bank, small, writeFolder } from '../support/data/small-data.ts'
import { findPrograms } from '../support/programs.ts'
import { freePort } from '../support/services/ports.ts'
import {
  create,
  greeting,
  root,
  startProgram,
  temporaryFolder,
  withoutPrivilege,
} from '../support/services/processes.ts'
import { postJson } from '../support/services/requests.ts'

const containerfile = readFileSync(join(root, 'Containerfile'), 'utf8')
const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')

interface Copy {
  source: string
  target: string
}

/** The paths that a stage of the Containerfile copies from the repository, and their targets. */
function copiesOf(stage: string): Copy[] {
  const [, text = ''] = new RegExp(`^FROM \\S+ AS ${stage}\\n((?:(?!FROM ).*\\n)+)`, 'm').exec(containerfile) ?? []
  return [...text.matchAll(/^COPY (?!--)(.+)$/gm)].flatMap(([, words = '']) => {
    const paths = words.split(' ')
    const target = paths.pop() ?? ''
    return paths.map((source) => ({ source, target: target === './' ? basename(source) : target }))
  })
}

const copies = { scripts: copiesOf('scripts'), build: copiesOf('build') }

/** Runs the command that the stage with the devDependencies runs, and returns the scripts that it builds. */
function buildScripts(t: TestContext): string {
  const folder = temporaryFolder(t)
  for (const { source, target } of copies.scripts)
    cpSync(join(root, source), join(folder, target), { recursive: true, filter: (path) => basename(path) !== 'dist' })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const [, command = ''] = /npm ci --ignore-scripts && node (.+)/.exec(containerfile) ?? []
  execFileSync(process.execPath, command.split(' '), { cwd: folder, env: {} })
  return join(folder, 'packages/picker/dist')
}

/** Runs the command that writes the data of the image, on the data in `folder`. Returns what it prints. */
function writeImageData(out: string, include: string, folder = root): string {
  const [, script = ''] = /^RUN node (\S+) image-data "\$\{WITH\}"$/m.exec(containerfile) ?? []
  assert.match(containerfile, /^COPY --from=scripts \/app\/image-data data$/m)
  return execFileSync(process.execPath, [join(root, script), out, include], { cwd: folder, encoding: 'utf8' })
}

/** A read-only folder with the content of the image, built with the same commands. */
function imageFolder(t: TestContext, find: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-image-'))
  t.after(() => {
    execFileSync('chmod', ['-R', 'u+w', folder])
    rmSync(folder, { recursive: true })
  })
  for (const { source, target } of copies.build) cpSync(join(root, source), join(folder, target), { recursive: true })
  // All of the data, because the clone has its caches.
  writeImageData(join(folder, 'data'), 'restricted,unclear')
  const [, scripts = ''] = /^COPY --from=scripts \/app\/packages\/picker\/dist (.+)$/m.exec(containerfile) ?? []
  cpSync(buildScripts(t), join(folder, scripts), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const [removal = ''] = /find src .* -delete/.exec(containerfile) ?? []
  execFileSync('sh', ['-euc', removal.replace('find', `'${find}'`)], { cwd: folder })
  fillCaches(t, folder)
  execFileSync('chmod', ['-R', 'a-w', folder])
  return folder
}

/**
 * Runs the command that fills the caches. It makes only what is missing: to fill an empty cache takes seconds, so that is
 * done for the small data, and the caches of the shipped data are copied from the clone, if it has them.
 */
function fillCaches(t: TestContext, folder: string): void {
  assert.match(containerfile, /node src\/bin\/tools\/make-caches\.ts/)
  const run = (settings: Record<string, string>): void =>
    void execFileSync(process.execPath, ['src/bin/tools/make-caches.ts'], { cwd: folder, env: settings })
  const cache = join(folder, 'var/cache')
  run({ DATA_DIR: writeFolder(t, small()) })
  // The digest is stored only for files that have not changed for some seconds.
  const parts = readdirSync(cache)
    .map((name) => name.split('-', 1)[0] as string)
    .filter((part) => part !== 'some_digest')
  assert.deepEqual(parts.sort(), ['directory', 'indexes', 'lists', 'revision'])
  const version = `${digestFolders({ folder: dataFolder })}-${programDigest()}`
  for (const name of globSync(`*-${version}`, { cwd: cacheDir })) cpSync(join(cacheDir, name), join(cache, name))
  run({})
  assert.equal(globSync(`*-${version}`, { cwd: cache }).length, 4)
}

test('the image has everything that the service needs and nothing for developers, and only the store is written to', async (t) => {
  const within = withoutPrivilege(t)
  const programs = within && findPrograms(t, 'find')
  if (!programs) return
  const folder = imageFolder(t, programs.find)
  const files = globSync('**/*', { cwd: folder, exclude: ['node_modules'] })
  assert.ok(files.includes('src/bin/start.js'))
  const forDevelopers = files.filter((file) =>
    /\.test\.ts$|vectors\/|^(test|bench|docs\/(?!site\b)|packages\/picker\/(?!dist\b))/.test(file),
  )
  assert.deepEqual(forDevelopers, [])

  const port = String(await freePort())
  const database = `sqlite:${join(temporaryFolder(t), 'store.sqlite')}`
  const settings = { PORT: port, DATABASE_URL: database, PRELOAD: 'on' }
  const started = startProgram(t, settings, { script: [join(folder, 'src/bin/start.js')], within })
  const key = /blk_demo_\w+/.exec(await greeting(started))?.[0] ?? assert.fail(started.stderr())
  const url = `http://127.0.0.1:${port}`

  const paths = ['/', '/v1/banks?country=ng', '/v1/search?q=acess', '/docs/1.0/', '/docs/1.0/containers', '/llms.txt']
  for (const path of [...paths, '/news', '/news/feed.atom', '/openapi.json', '/bank-picker.js']) {
    const response = await fetch(`${url}${path}`, { headers: { Accept: 'text/html, */*' } })
    assert.equal(response.status, 200, `${path}: ${await response.text()}`)
  }
  assert.equal((await postJson(`${url}/v1/resolve`, '{"identifier":"DE89370400440532013000"}')).status, 200)
  assert.equal((await create(url, key)).status, 200)

  const records = ['src/bin/bank-lookup.js', 'records', 'list', '--json']
  const listed = execFileSync(process.execPath, records, { cwd: folder, env: settings, encoding: 'utf8' })
  assert.equal(JSON.parse(listed).length, 1)
  assert.equal(healthCheck(port), 0)

  started.child.kill('SIGTERM')
  assert.equal(await started.ended, 0)
  assert.equal(healthCheck(port), 1)
  // A level above 30 is a warning or worse.
  const levels = Array.from(started.stderr().matchAll(/"level":(\d+)/g), ([, level]) => Number(level))
  assert.ok(Math.max(...levels) <= 30, started.stderr())
})

function healthCheck(port: string): number | null {
  const [, words = ''] = /^HEALTHCHECK .*\n {2}CMD (\[.+\])$/m.exec(containerfile) ?? []
  const [program, ...parameters] = JSON.parse(words) as string[]
  assert.equal(program, 'node')
  return spawnSync(process.execPath, parameters, { env: { PORT: port } }).status
}

test('the Containerfile copies exactly the paths that are sent to the builder', () => {
  const ignored = readFileSync(join(root, '.containerignore'), 'utf8')
  const sent = Array.from(ignored.matchAll(/^!(.+)$/gm), ([, path = '']) => path)
  const copied = Object.values(copies).flatMap((stage) => stage.map(({ source }) => source))
  const isWithinAnother = (path: string): boolean => copied.some((other) => path.startsWith(`${other}/`))
  const wanted = new Set(['docs', ...copied.filter((path) => !isWithinAnother(path))])
  assert.deepEqual(sent.toSorted(), [...wanted].sort())
})

test('the data of the image has no restricted or unclear facts, unless WITH includes them: then it lists their terms', (t) => {
  const data = small()
  const [list] = data.sources
  data.sources.unshift({ ...list, id: 'a-closed', redistribution: 'restricted', licence: 'Not for sale.' })
  data.banks.aa = [bank('aa-closed', { sources: ['a-closed'] }), ...(data.banks.aa ?? [])]
  const work = temporaryFolder(t)
  cpSync(writeFolder(t, data), join(work, 'data'), { recursive: true })
  const banksOf = (folder: string): string[] => [...readDataset(join(work, folder)).banks].map(({ id }) => id)

  writeImageData('reduced', '', work)
  assert.ok(!banksOf('reduced').includes('aa-closed'))
  assert.ok(!existsSync(join(work, 'reduced/TERMS.md')))

  assert.match(
    writeImageData('whole', 'restricted,unclear', work),
    /^## Terms: restricted\n\n- .*Terms: Not for sale\.$/m,
  )
  assert.ok(banksOf('whole').includes('aa-closed'))
  assert.match(readFileSync(join(work, 'whole/TERMS.md'), 'utf8'), /Not for sale\./)

  // The build context of a release has reduced data already.
  const context = join(work, 'context')
  cpSync(join(work, 'reduced'), join(context, 'data'), { recursive: true })
  writeImageData('again', '', context)
  assert.deepEqual(readDataset(join(context, 'again')).revision, readDataset(join(work, 'reduced')).revision)
  assert.throws(() => writeImageData('more', 'restricted', context), /use the full data/)
})

test('the image and the compose file name the version of the program', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  assert.equal(/image\.version="(.+?)"/.exec(containerfile)?.[1], version)
  assert.equal(/image: localhost\/bank-lookup:(.+)/.exec(compose)?.[1], version)
})

/** Parsed by indentation: this does not justify a YAML library. */
const services = new Map(
  Array.from(compose.matchAll(/^ {2}([\w-]+):\n((?: {4}.*\n)+)/gm), ([, name = '', text = '']) => [name, text]),
)

test('the compose file sets only variables that the service reads', () => {
  const read = new Set<string>()
  // The other settings of a channel are read only with these two.
  const channel: Record<string, string> = { DATA_CHANNEL: 'https://data.example.com/', DATA_CHANNEL_KEY: 'key' }
  const environment = new Proxy(channel, { get: (set, name) => read.add(String(name)) && set[String(name)] })
  readConfig(environment, defaultPaths)
  const block = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(services.get('bank-lookup') ?? '')?.[1] ?? ''
  const names = Array.from(block.matchAll(/^ {6}(\w+):/gm), ([, name = '']) => name)
  assert.ok(names.includes('DATABASE_URL'))
  assert.deepEqual(
    names.filter((name) => !read.has(name)),
    [],
  )
})

test('the compose file passes the settings of a channel, and its releases are in a volume that the service can write to', () => {
  const text = services.get('bank-lookup') ?? ''
  for (const name of ['DATA_CHANNEL', 'DATA_CHANNEL_KEY']) assert.match(text, new RegExp(`^ {6}${name}:$`, 'm'))
  const [, folder = ''] = /^ {6}DATA_CHANNEL_DIR: (.+)$/m.exec(text) ?? []
  const [, mounted = ''] = /^ {6}- channel:(.+)$/m.exec(text) ?? []
  assert.match(compose, /^volumes:\n(?: {2}\w+:\n)* {2}channel:$/m)
  assert.equal(dirname(folder), mounted)
  // A volume takes its owner from the folder of the image.
  assert.match(containerfile, new RegExp(`mkdir .*/state/${basename(mounted)} `))
  assert.equal(/^COPY .*--chown=65532:65532 \/state (.+)$/m.exec(containerfile)?.[1], dirname(mounted))
})

test('only one of the three services has a port, and all of them run with minimal privileges and limits', () => {
  for (const name of ['bank-lookup', 'postgres', 'valkey']) {
    const text = services.get(name) ?? ''
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'restart: unless-stopped']) {
      assert.ok(text.includes(`    ${line}\n`), `${name}: ${line}`)
    }
    for (const limit of ['cpus', 'mem_limit', 'pids_limit'])
      assert.match(text, new RegExp(`^ {4}${limit}: `, 'm'), name)
    assert.equal(/^ {4}ports:/m.test(text), name === 'bank-lookup', name)
  }
})
