import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeFormula } from './csv-cells.ts'

const formulas = [
  '=1+1',
  '=cmd|"/C calc"!A0',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '+A1',
  '-2+3',
  '-2-3',
  '+1-2',
  '+1*2345678',
  '-1+cmd|"/C calc"!A0',
  '-',
  '+',
  '- e4',
  '-.e4',
  '-$A$1',
  '-1:2',
  '+234 803 123 4567 ext',
  '＝1+1',
  '＋A1',
]

test('a text that a spreadsheet could run as a formula gets an apostrophe', () => {
  for (const text of formulas) assert.equal(escapeFormula(text), `'${text}`)
})

const plain = [
  '',
  'A Bank',
  'a=b',
  "'=1",
  '044',
  '+5',
  '-1,250.00',
  '-1 250,00',
  "-1'250.00",
  '-1\u00a0250,00 €',
  '-$1,250.00',
  '+₦ 5,000',
  '-3.5e4',
  '-1.5E-4',
  '-.5',
  '-5 %',
  '+2348031234567',
  '+234 803 123 4567',
  '+1-555-010-0123',
  '+44 (0)20 7946 0018',
  '+49 30/1234567',
]

test('amounts, phone numbers and ordinary text stay as they are', () => {
  for (const text of plain) assert.equal(escapeFormula(text), text)
})
