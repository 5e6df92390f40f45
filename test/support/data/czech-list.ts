/** A workspace with the Czech banks of the shipped data, and the list of the Czech central bank that has exactly these banks. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { BankRecord } from '../../../src/directory/records/bank-record.ts'
import { callCommandWith } from '../services/in-process-command.ts'
import { type Answer, temporaryFolder } from '../services/processes.ts'
import { dataFolder } from './shipped.ts'

export interface Workspace {
  data: string
  file: string
  run(...words: string[]): Promise<Answer>
  banks(): BankRecord[]
}

/** Only Czechia, the EU and the tables of check rules: each command reads the whole folder, and the shipped folder takes seconds. */
function copyPart(data: string): void {
  mkdirSync(join(data, 'banks'), { recursive: true })
  const copied = ['gb-modulus.json', 'iban.json', 'banks/cz.jsonl']
  for (const file of copied) copyFileSync(join(dataFolder, file), join(data, file))
  const text = copied.map((file) => readFileSync(join(data, file), 'utf8')).join('\n')
  const isNeeded: Record<string, (row: Record<string, unknown>) => boolean> = {
    'countries.json': ({ code }) => code === 'CZ' || code === 'EU',
    'schemes.json': ({ country }) => country === 'CZ',
    'sources.json': ({ id }) => text.includes(`"${id}"`),
  }
  for (const [file, condition] of Object.entries(isNeeded)) {
    const rows: Record<string, unknown>[] = JSON.parse(readFileSync(join(dataFolder, file), 'utf8'))
    const kept = rows.filter(condition).map((row) => ('members' in row ? { ...row, members: ['CZ'] } : row))
    writeFileSync(join(data, file), JSON.stringify(kept))
  }
}

export function createWorkspace(t: Pick<TestContext, 'after'>): Workspace {
  const folder = temporaryFolder(t)
  const data = join(folder, 'data')
  copyPart(data)
  const read = (): string => readFileSync(join(data, 'banks/cz.jsonl'), 'utf8')
  return {
    data,
    file: join(folder, 'fetched.csv'),
    run: (...words) => callCommandWith({ env: { DATA_DIR: data } }, 'data', ...words),
    banks: () =>
      read()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  }
}

/** The list of the Czech central bank, with exactly our data. */
export function centralBankList(banks: BankRecord[]): string[][] {
  return banks
    .filter(({ status }) => status === 'active')
    .flatMap(({ name, legal_name = name, bic = '', codes = [] }) =>
      codes.filter(({ status }) => status === undefined).map(({ value }) => [value, legal_name, bic, 'A']),
    )
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

const header = 'Kód platebního styku;Poskytovatel platebních služeb;BIC kód (SWIFT);Systém CERTIS'
export const textOf = (rows: string[][]): string =>
  `\ufeff${[header, ...rows.map((row) => row.join(';'))].join('\r\n')}\r\n`
