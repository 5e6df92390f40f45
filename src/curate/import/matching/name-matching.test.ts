import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customary, inUsualCase, isSameName, telling, townOf } from './name-matching.ts'

const same = (one: string, other: string): boolean => isSameName(telling(one), telling(other))

test('a name is known however a list abbreviates it', () => {
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

test('names that only resemble each other are not the same', () => {
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

test('capitals become a name and a town as people write them', () => {
  assert.equal(inUsualCase('BANK OF AMERICA, N.A.'), 'Bank of America, N.A.')
  assert.equal(inUsualCase('1ST SOURCE BANK'), '1st Source Bank')
  assert.equal(inUsualCase('eBay Bank'), 'eBay Bank')
  assert.equal(townOf('ST GERMAIN EN LAYE CEDEX'), 'St Germain en Laye')
  assert.equal(townOf('PARIS 13'), 'Paris')
  assert.equal(townOf('N. QUINCY'), 'N. Quincy')
})

test('the legal form at the end is no part of the customary name', () => {
  assert.equal(customary('Banka, a.s.'), 'Banka')
  assert.equal(customary('Bank of America, N.A.'), 'Bank of America')
  assert.equal(customary('Anadi Bank Aktiengesellschaft'), 'Anadi Bank')
  assert.equal(customary('Sparkasse'), 'Sparkasse')
})
