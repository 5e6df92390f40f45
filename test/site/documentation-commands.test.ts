/** Runs the commands of the documentation: the command line, and the tools for your own corrections. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  type Example,
  isCheck,
  isCommand,
  isGrep,
  isOutput,
  readPages,
  run,
  withoutNames,
} from '../support/examples.ts'
import { testWith } from '../support/programs.ts'
import { root, temporaryFolder } from '../support/services/processes.ts'
import { startService } from '../support/services/service.ts'

const groups = readPages().flatMap((page) => page.groups)

// Sequential: a command needs the key that an earlier one creates. Lines run in a shell, because some redirect files.
test('every command works and prints the output on the page', async (t) => {
  const { url } = await startService(t)
  const environment = { DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'store.sqlite')}` }
  const [cwd, data] = [temporaryFolder(t), temporaryFolder(t)]
  writeFileSync(join(cwd, 'accounts.csv'), 'id,bank_code,nuban\n1,044,0690000031\n2,058,0690000031\n3,044,\n')
  writeFileSync(join(cwd, 'mail.txt'), 'Please pay to DE89 3704 0044 0532 0130 00 by 30.11.2026, tel. 030 1234567.\n')
  writeFileSync(join(cwd, 'identifiers.txt'), 'DE89 3704 0044 0532 0130 00\nGTBINGLA\n')
  const npx = `npx() { shift; '${process.execPath}' '${join(root, 'src/bin/bank-lookup.js')}' "$@"; }`
  const found = groups.filter((group) => group.some(isCommand))
  const isIssue = (group: Example[]): boolean => group.some(({ text }) => text.includes(' keys issue '))
  let id = ''
  for (const group of found.toSorted((a, b) => Number(isIssue(b)) - Number(isIssue(a)))) {
    const [example, output] = group as [Example, Example?]
    for (const line of example.text.replaceAll('http://localhost:8080', url).trimEnd().split('\n')) {
      const own = line.replace('<id>', id).replaceAll('/srv/bank-data', join(data, 'bank-data'))
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
})

testWith('grep')('the page shows the current line of the data', async (_, { grep }) => {
  for (const group of groups.filter((group) => group.some(isGrep))) {
    const [example, output] = group as [Example, Example]
    const { stdout } = await run('sh', ['-c', example.text.replace(/^grep/, `'${grep}'`)], { cwd: root })
    assert.equal(stdout, output.text, output.place)
  }
})

test('the command that checks corrections works', async (t) => {
  const [example, ...more] = groups.flat().filter(isCheck) as [Example]
  assert.deepEqual(more, [])
  const overlay = temporaryFolder(t)
  mkdirSync(join(overlay, 'banks'))
  const command = example.text
    .replace('/srv/corrections', overlay)
    .replace('npx bank-lookup', `'${process.execPath}' '${join(root, 'src/bin/bank-lookup.js')}'`)
  const check = (line: string) => {
    writeFileSync(join(overlay, 'banks/va.jsonl'), `${line}\n`)
    return run('sh', ['-euc', command], { cwd: root })
  }
  const line =
    groups
      .find((group) => group.some(isGrep))
      ?.find(isOutput)
      ?.text.trimEnd() ?? assert.fail()
  const { stdout, ...rest } = await check(line.replace('"IOR"', '"IOR!"'))
  assert.deepEqual(rest, { code: 0, stderr: '' }, example.place)
  assert.match(stdout, /^The data is valid: \d+ banks, revision /)
  const broken = await check(line.replace('"001"', '"1"'))
  assert.equal(broken.code, 1)
  assert.match(broken.stderr, /overlay\/banks\/va\.jsonl:1: va-istituto-per-le-opere-di-religione: .*"1"/)
})
