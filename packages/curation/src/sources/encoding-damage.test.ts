import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import { pieces, published, shippedSchemes, textOf } from '../../../../test/support/sources/build-files.ts'
import { fixtures } from '../../../../test/support/sources/fixture-list.ts'
import { misencodedCopies } from '../../../../test/support/sources/misencoded-copies.ts'
import { findMisreadBytes } from './encoding-damage.ts'
import type { Claim, OfficialFile } from './source-file.ts'
import { officialFiles } from './sources.ts'

async function claimsOf(name: string, bytes: Uint8Array): Promise<Claim[]> {
  const claims: Claim[] = []
  for await (const claim of (officialFiles.get(name) as OfficialFile).read(pieces(bytes), shippedSchemes))
    claims.push(claim)
  return claims
}

/** An error names the line and the problem, and gives advice. */
const errorForm = /^line \d+: .+fetch (it|the file) again.*\.$/

for (const fixture of fixtures) {
  const { name, file } = fixture
  for (const { how, bytes } of misencodedCopies(fixture, textOf(file))) {
    test(`${name} ${how} is rejected with a line and advice, or read correctly`, async () => {
      try {
        const rows = await claimsOf(name, bytes)
        assert.ok(isDeepStrictEqual(rows, JSON.parse(textOf(`${name}.rows.json`))), JSON.stringify(rows))
      } catch (error) {
        assert.ok(error instanceof UnusableFile, (error as Error).stack)
        assert.match(error.message, errorForm)
      }
    })
  }
}

test('one misread letter is found in any language and case', () => {
  const latin = [
    'ZĂĽrich',
    'ZΓΌrich',
    'ZÃ¼rich',
    'Z├╝rich',
    'Ă–tztaler',
    'COĂ–PERATIE',
    'MONTAÃ‘A',
    'MONTAΓ‘A',
    'rieÄŤna',
  ]
  const others = [
    'BĂ˘timent',
    'Γ‰tang',
    'DruĹľstvo',
    'KoÅ›cian',
    'Å»ory',
    'Î‘Î¸Î®Î½Î±',
    'Ξ‘ΞΈΞ®Ξ½Ξ±',
    'NÂº 1',
    'dâ€™Epargne',
  ]
  for (const text of [...latin, ...others])
    assert.match(findMisreadBytes(text) ?? text, /is a UTF-8 letter|is a letter that was read in a DOS/)
})

test('correct text that looks misread is accepted', () => {
  const letters = [
    'ORĂŞTIE',
    'PAMÄŤ',
    'RÂŞNOV',
    'ÎŞI',
    'ÄŠVERE',
    'ΜΕΓΆΛΗ ΤΡΆΠΕΖΑ',
    'Β΄ ΤΑΜΕΙΟ ΚΑΙ Δ΄',
    'Col·legi',
    'D´Or',
    'Nº 1',
  ]
  const marks = ['“IRMÃ” SÃ— «É» Â\u00a0', '«BENÎ»', '„HÄMÄ“', '»HÄ«', 'ROMÂNĂ – BUCUREŞTI', 'Å\u00a0i Lofoten']
  for (const text of [...letters, ...marks]) assert.equal(findMisreadBytes(text), null, text)
})

/** The Czech list with another name for its first bank. */
const czech = (name: string): Buffer => published(textOf('cz-cnb.csv').replace('Říční banka', name), 'utf-8 with mark')

test('names with a symbol in place of a letter are rejected, and names with legitimate symbols are not', async () => {
  for (const name of ['? la Carte', 'B?nka', 'Banka?', '¦abjek', 'µudová', 'Ban§a', 'Banka¤', '®abjek', 'Pu„ovská']) {
    const found = `line 2: the name is "${name}, a.s.", where "`
    await assert.rejects(claimsOf('cz-cnb', czech(name)), (error: Error) => error.message.startsWith(found))
  }
  for (const name of [
    'Bank® 1',
    '§ 9 Bank',
    '„Bank“',
    '«Bank»',
    'Col·legi',
    'D´Algemesí',
    'Gera • Jena',
    'Nº 1 Bank',
  ]) {
    assert.equal((await claimsOf('cz-cnb', czech(name)))[0]?.name, `${name}, a.s.`)
  }
})

test('a list with letters that are foreign to its language is rejected at the first one', async () => {
  const text = textOf('sk-nbs.csv')
  for (const [encoding, name] of [
    ['iso-8859-2', 'Vąeobecná riečna banka, a.s.'],
    ['cp852', 'Vçeobecn rieźna banka, a.s.'],
  ] as const) {
    await assert.rejects(claimsOf('sk-nbs', published(text, encoding)), (error: Error) =>
      error.message.startsWith(`line 2: the name is "${name}", where "`),
    )
  }
})

test('replaced letters in other columns do not make a file unusable', async () => {
  const text = textOf('eu-ecb-mrr.csv').replace('Kirchstr. 8', 'RUA JO?O 8')
  const rows = await claimsOf('eu-ecb-mrr', published(text, 'utf-16le'))
  assert.deepEqual(rows, JSON.parse(textOf('eu-ecb-mrr.rows.json')))
})
