import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanTown, isSameName, significantWords, titleCase, withoutLegalForm } from './name-matching.ts'

const same = (one: string, other: string): boolean => isSameName(significantWords(one), significantWords(other))

test('a name matches its abbreviations in lists', () => {
  for (const [one, other] of [
    ['BANK OF AMERICA, N.A.', 'Bank of America'],
    ['FIRST NATL BK OF ABSECON', 'First National Bank of Absecon'],
    ['THE FIRST N/B OF ABSECON', 'First National Bank of Absecon'],
    ['NAVY FCU', 'Navy Federal Credit Union'],
    ['U S A A FEDERAL SAVINGS BANK', 'USAA Federal Savings Bank'],
    ['S & T BANK', 'S&T Bank'],
    ['METHEUN COOPERATIVE BANK', 'Methuen Co-Operative Bank'],
    ['1ST SOURCE BANK', 'First Source Bank'],
    ['SHARONVIEW EMPLOYEES FEDERAL CREDIT U', 'Sharonview Employees Federal Credit Union'],
    ['Raiffeisenbank Taxenbach eGen', 'Raiffeisenbank Taxenbach'],
  ] as const) {
    assert.ok(same(one, other), `${one} / ${other}`)
  }
})

test('names that are merely similar do not match', () => {
  for (const [one, other] of [
    ['FIRST BANK', 'First State Bank'],
    ['COMMUNITY FIRST BANK', 'First Community Bank'],
    ['CITIBANK', 'Citizens Bank'],
    ['ALPHA BANK', 'Omega Bank'],
    ['Raiffeisenbank Weststeiermark', 'Raiffeisenbank Oststeiermark'],
  ] as const) {
    assert.ok(!same(one, other), `${one} / ${other}`)
  }
})

test('names and towns in capitals get title case', () => {
  assert.equal(titleCase('BANK OF AMERICA, N.A.'), 'Bank of America, N.A.')
  assert.equal(titleCase('1ST SOURCE BANK'), '1st Source Bank')
  assert.equal(titleCase('eBay Bank'), 'eBay Bank')
  assert.equal(cleanTown('ST GERMAIN EN LAYE CEDEX'), 'St Germain en Laye')
  assert.equal(cleanTown('PARIS 13'), 'Paris')
  assert.equal(cleanTown('N. QUINCY'), 'N. Quincy')
})

test('the legal form at the end of a name is removed', () => {
  assert.equal(withoutLegalForm('Banka, a.s.'), 'Banka')
  assert.equal(withoutLegalForm('Bank of America, N.A.'), 'Bank of America')
  assert.equal(withoutLegalForm('Anadi Bank Aktiengesellschaft'), 'Anadi Bank')
  assert.equal(withoutLegalForm('Sparkasse'), 'Sparkasse')
})
