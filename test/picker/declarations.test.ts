/** The type declarations of the package, as a project without this repository sees them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { writeDeclarations } from '../../packages/picker/tools/build-picker.ts'

const folder = fileURLToPath(new URL('../../packages/picker', import.meta.url))
const compiler = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc')

const project = `
import { type Bank, BankPicker } from 'bank-lookup-picker'
import { type AccountVerdict, BankAccountForm, type CheckedAccount } from 'bank-lookup-picker/account-form'

const bank: Bank | undefined = document.querySelector('bank-picker')?.bank
export const codes: string[] | undefined = bank?.codes.ng_nip
// @ts-expect-error: a name is a text.
export const name: number | undefined = bank?.name
const form = document.createElement('bank-account-form')
export const iban: string | undefined = form.value.fields.iban
export const verdict: Promise<AccountVerdict | undefined> = form
  .check()
  .then((result: CheckedAccount | undefined) => result?.verdict)
BankPicker.strings.de = { placeholder: 'Bank' }
BankAccountForm.strings.de = { country: 'Land' }
`

test('the declarations are complete without other packages, for Node and for bundlers', async (t) => {
  writeDeclarations()
  const out = mkdtempSync(join(tmpdir(), 'picker-'))
  t.after(() => rmSync(out, { recursive: true }))
  const installed = join(out, 'node_modules/bank-lookup-picker')
  // Not the scripts, which other tests may be building.
  for (const name of ['picker', 'client'])
    cpSync(join(folder, 'dist', name), join(installed, 'dist', name), { recursive: true })
  cpSync(join(folder, 'package.json'), join(installed, 'package.json'))
  writeFileSync(join(out, 'main.ts'), project)
  for (const module of ['nodenext', 'preserve']) {
    const compilerOptions = { module, target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], types: [] }
    const strict = { strict: true, noEmit: true, skipLibCheck: false }
    const files = ['main.ts']
    writeFileSync(
      join(out, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...strict }, files }),
    )
    const errors = await promisify(execFile)(process.execPath, [compiler, '-p', out]).then(
      () => '',
      ({ stdout }) => stdout,
    )
    assert.equal(errors, '')
  }
})
