/**
 * Files that are made to exhaust `bank-lookup check`: it must end with a verdict or a sentence, in limited time and memory.
 * `test/cli/check.test.ts` has the smallest file for each of its limits.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { root } from '../../../test/support/services/processes.ts'
import { archive } from '../../../test/support/sources/build-files.ts'
import { cpuMs } from '../../processes.ts'
import type { Attack } from './attacked-service.ts'

const cpuSecondsMax = 20
const memoryMbMax = 400
const outputMbMax = 300
const megabyte = 2 ** 20

const sheet = (rows: string, strings = '<si><t>iban</t></si>'): Buffer =>
  archive({
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/worksheets/sheet1.xml': `<row r="1"><c t="s"><v>0</v></c></row>${rows}`,
  })

const files: Record<string, () => string | Buffer> = {
  'long-line.csv': () => `iban\n${'1'.repeat(150 * megabyte)}`,
  'long-header.csv': () => 'iban,'.repeat(30 * megabyte),
  'open-quote.csv': () => `iban\n"${'1\n'.repeat(20 * megabyte)}`,
  'columns.csv': () =>
    `iban${Array.from({ length: 100_000 }, (_, n) => `,x${n}`).join('')}\n${`1${','.repeat(100_000)}\n`.repeat(20)}`,
  'nested.jsonl': () => `{"iban":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  'names.jsonl': () => `{"iban":"1","__proto__":{"iban":"2"}}\n${'{"iban":"1"}\n'.repeat(1_000)}`,
  'repetitive.xlsx': () =>
    sheet(
      '<row><c t="s"><v>1</v></c></row>'.repeat(100_000),
      `<si><t>iban</t></si><si><t>${'x'.repeat(32_767)}</t></si>`,
    ),
  'blanks.xlsx': () => sheet(' '.repeat(200 * megabyte)),
  'strings.xlsx': () => sheet('', `<si><t>iban</t></si>${'<si/>'.repeat(4_000_000)}`),
  'unclosed.xlsx': () => sheet('<'.repeat(30 * megabyte)),
  'entities.xlsx': () =>
    sheet(
      '<row><c t="s"><v>1</v></c></row>',
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><si><t>iban</t></si><si><t>&e;</t></si>',
    ),
}

export const hostileFiles: readonly Attack[] = Object.entries(files).map(([name, content]) => ({
  name: `files: check ${name}`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bank-lookup-bench-'))
    try {
      const path = join(folder, name)
      writeFileSync(path, content())
      const { exitCode, seconds, memoryMb, outputBytes, stderr } = await measureCheck(path)
      return {
        figures:
          `${seconds.toFixed(1)} s of CPU, ${memoryMb.toFixed(0)} MB, ${(outputBytes / megabyte).toFixed(1)} MB of output; ` +
          `exit code ${exitCode}: ${stderr.trim().split('\n').at(-1)?.replace(folder, '').slice(0, 120)}`,
        limit: `${cpuSecondsMax} s, ${memoryMbMax} MB, ${outputMbMax} MB, no stack`,
        isOk:
          seconds <= cpuSecondsMax &&
          memoryMb <= memoryMbMax &&
          outputBytes <= outputMbMax * megabyte &&
          exitCode !== null &&
          !/^ {4}at /m.test(stderr),
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}))

/** Kills the command when it exceeds a limit. */
async function measureCheck(path: string) {
  const child = spawn(process.execPath, ['src/bin/bank-lookup.js', 'check', path, '--column', 'iban'], { cwd: root })
  let [outputBytes, stderr, seconds, memoryMb] = [0, '', 0, 0]
  child.stdout.on('data', (bytes: Buffer) => {
    outputBytes += bytes.length
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = once(child, 'close')
  while (child.exitCode === null && child.signalCode === null) {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    memoryMb = Math.max(memoryMb, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
    seconds = Math.max(seconds, cpuMs(child.pid as number) / 1000)
    if (seconds > cpuSecondsMax || memoryMb > memoryMbMax || outputBytes > outputMbMax * megabyte) child.kill('SIGKILL')
    await setTimeout(10)
  }
  await ended
  return { exitCode: child.exitCode, seconds, memoryMb, outputBytes, stderr }
}
