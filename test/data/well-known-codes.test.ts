import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBankDetail } from '../support/data/bank-detail.ts'
import { openBanks } from '../support/data/shipped-records.ts'
import { shippedDirectory } from '../support/services/service.ts'

/** Facts that are common knowledge in banking. If one of these changes, the data is wrong or the news is big. */
const pinned: [name: string, id: string, scheme: string, value: string][] = [
  ['GTBank', 'ng-gtbank', 'ng_cbn', '058'],
  ['Access Bank', 'ng-access-bank', 'ng_cbn', '044'],
  ['First Bank of Nigeria', 'ng-first-bank', 'ng_cbn', '011'],
  ['Zenith Bank', 'ng-zenith-bank', 'ng_cbn', '057'],
  ['UBA', 'ng-uba', 'ng_cbn', '033'],
  ['Wema Bank', 'ng-wema-bank', 'ng_cbn', '035'],
  ['GCB Bank', 'gh-gcb', 'gh_sort', '040100'],
  ['Ecobank Ghana', 'gh-ecobank', 'gh_sort', '130100'],
  ['FNB', 'za-fnb', 'za_branch', '250655'],
  ['Absa', 'za-absa', 'za_branch', '632005'],
  ['Standard Bank of South Africa', 'za-standard-bank', 'za_branch', '051001'],
  ['Capitec', 'za-capitec', 'za_branch', '470010'],
  ['JPMorgan Chase', 'us-jpmorgan-chase-bank', 'us_aba', '021000021'],
  ['Bank of America', 'us-bank-of-america', 'us_fedwire', '026009593'],
  ['Wells Fargo', 'us-wells-fargo-bank', 'us_aba', '121000248'],
  ['Citibank', 'us-citibank', 'us_aba', '021000089'],
  ['Bank of Montreal', 'ca-bank-of-montreal', 'ca_institution', '001'],
  ['Scotiabank', 'ca-bank-of-nova-scotia', 'ca_institution', '002'],
  ['RBC', 'ca-royal-bank-of-canada', 'ca_institution', '003'],
  ['TD', 'ca-toronto-dominion-bank', 'ca_institution', '004'],
  ['CIBC', 'ca-canadian-imperial-bank-of-commerce', 'ca_institution', '010'],
  ['Monzo', 'gb-monzo-bank', 'gb_sort_code', '040004'],
  ['Starling', 'gb-starling-bank', 'gb_sort_code', '608371'],
  ['Commerzbank', 'de-commerzbank', 'de_blz', '37040044'],
  ['N26', 'de-n26-bank', 'de_blz', '10011001'],
  ['Deutsche Bank', 'de-deutsche-bank', 'de_blz', '50070010'],
  ['BNP Paribas', 'fr-bnp-paribas', 'fr_cib', '30004'],
  ['Société Générale', 'fr-societe-generale', 'fr_cib', '30003'],
  ['Banco Santander', 'es-banco-santander', 'es_entidad', '0049'],
  ['UniCredit', 'it-unicredit', 'it_abi', '02008'],
  ['Intesa Sanpaolo', 'it-intesa-sanpaolo', 'it_abi', '03069'],
  ['ING', 'nl-ing-bank', 'nl_bic4', 'INGB'],
  ['ABN AMRO', 'nl-abn-amro-bank', 'nl_bic4', 'ABNA'],
  ['CRDB Bank', 'tz-crdb', 'tz_bot', '003'],
  ['Stanbic Bank Uganda', 'ug-stanbic', 'ug_bou', '04'],
  ['DBS', 'sg-dbs-bank', 'sg_bank', '7171'],
  ['OCBC', 'sg-ocbc-bank', 'sg_bank', '7339'],
  ['UOB', 'sg-united-overseas-bank', 'sg_bank', '7375'],
  ['ICBC', 'cn-industrial-and-commercial-bank-of-china', 'cn_cnaps', '102100099996'],
  ['China Merchants Bank', 'cn-china-merchants-bank', 'cn_cnaps', '308584000013'],
  ['BDO', 'ph-bdo-unibank', 'ph_instapay', 'BNORPHMMXXX'],
  ['GCash', 'ph-gcash', 'ph_instapay', 'GXCHPHM2XXX'],
]

/** Codes that were once listed under the wrong bank, because the names start alike or the banks share a BIC. */
const separated: typeof pinned = [
  ['Bank Spółdzielczy w Pionkach', 'pl-bank-spoldzielczy-w-pionkach', 'pl_nrb', '91410005'],
  ['Powiatowy Bank Spółdzielczy w Zamościu', 'pl-powiatowy-bank-spoldzielczy-w-zamosciu', 'pl_nrb', '96030006'],
  ['Ludowy Bank Spółdzielczy w Obornikach', 'pl-ludowy-bank-spoldzielczy-w-obornikach', 'pl_nrb', '90550003'],
  ['UniCredit Jelzálogbank', 'hu-unicredit-jelzalogbank', 'hu_giro', '171'],
  ['Raiffeisenbank of Mölln', 'de-raiffeisenbank-moelln', 'de_blz', '20069177'],
  ['Raiffeisenbank of Rannungen', 'de-raiffeisenbank', 'de_blz', '79069213'],
  ['Agricultural Bank of China, Luxembourg Branch', 'lu-agricultural-bank-of-china', 'lu_code', '422'],
]

for (const [name, id, scheme, value] of [...pinned, ...separated]) {
  test(`${name} has the ${scheme} ${value}`, () => {
    const holders = openBanks.filter(({ codes = [] }) =>
      codes.some((code) => code.scheme === scheme && code.value === value && code.status === undefined),
    )
    assert.deepEqual(
      holders.map((bank) => bank.id),
      [id],
    )
  })
}

/** The `code` of a bank in a list; null if it depends on the account. */
const listedCodes: [id: string, code: string | null][] = [
  ['at-bawag-psk-bank-fuer-arbeit-und-wirtschaft-und-oesterreichische-postsparkasse', '14000'],
  ['at-oberbank', '15000'],
  ['at-raiffeisen-bank-international', '31000'],
  ['at-unicredit-bank-austria', '12000'],
  ['ca-canadian-imperial-bank-of-commerce', '010'],
  ['ch-aargauische-kantonalbank', '00761'],
  ['ch-banque-cantonale-vaudoise', null],
  ['ch-postfinance', '09000'],
  ['cy-hellenic-bank', '005'],
  ['de-sparkasse-hameln-weserbergland', '25450110'],
  ['es-open-bank', '0073'],
  ['es-unicaja-banco', '2103'],
  ['gb-metro-bank', '230580'],
  ['gb-monzo-bank', null],
  ['gb-natwest', null],
  ['gb-santander-uk', null],
  ['gb-starling-bank', '608371'],
  ['gb-wise-payments', '231470'],
  ['gh-gcb', '040100'],
  ['hu-kh-bank', '104'],
  ['hu-otp-bank', '117'],
  ['it-deutsche-bank', '03104'],
  ['lt-artea-bankas', '71800'],
  ['lt-luminor-bank', '40100'],
  ['lt-revolut-bank', '32500'],
  ['nl-abn-amro-bank', 'ABNA'],
  ['nl-asn-bank', 'SNSB'],
  ['nz-anz-bank-new-zealand', '01'],
  ['nz-asb-bank', '12'],
  ['nz-bank-of-new-zealand', '02'],
  ['nz-westpac-new-zealand', '03'],
  ['se-nordea', '300'],
  ['se-swedbank', '800'],
  ['ug-stanbic', '040147'],
  ['us-jpmorgan-chase-bank', null],
  ['za-absa', '632005'],
  ['hu-unicredit-bank-hungary', '109'],
]

for (const [id, code] of listedCodes) {
  test(`${id} is listed with ${code === null ? 'no code' : `the code ${code}`}`, () =>
    assert.equal(findBankDetail(shippedDirectory(), id)?.code, code))
}

const bics: [id: string, bic: string][] = [
  ['ng-gtbank', 'GTBINGLA'],
  ['ng-zenith-bank', 'ZEIBNGLA'],
  ['za-fnb', 'FIRNZAJJ'],
  ['ca-royal-bank-of-canada', 'ROYCCAT2'],
  ['us-jpmorgan-chase-bank', 'CHASUS33'],
  ['de-commerzbank', 'COBADEFF'],
  ['de-n26-bank', 'NTSBDEB1'],
]

/** The BIC that goes with a code. A BIC of the ECB's lists, or of an account at a central bank, is not one of them. */
const codeBics: [id: string, code: string, bic: string][] = [
  ['es-deutsche-bank-sae', '0019', 'DEUTESBB'],
  ['es-triodos-bank', '1491', 'TRIOESMM'],
  ['fr-banque-cic-ouest', '30047', 'CMCIFRPP'],
  ['fr-bforbank', '16218', 'BFBKFRP1'],
  ['fr-boursorama', '40618', 'BOUSFRPP'],
  ['fr-caisse-d-epargne-et-de-prevoyance-ile-de-france', '17515', 'CEPAFRPP751'],
  ['fr-caisse-federale-de-credit-mutuel', '10278', 'CMCIFR2A'],
  ['fr-caisse-regionale-de-credit-agricole-mutuel-de-paris-et-d-ile-de-france', '18206', 'AGRIFRPP882'],
  ['fr-monabanq', '14690', 'CMCIFRP1MON'],
  ['fr-societe-de-banque-et-d-expansion-sbe', '17679', 'SBEXFRP1'],
  ['lt-revolut-bank', '32500', 'REVOLT21'],
]

for (const [id, value, bic] of codeBics) {
  test(`code ${value} of ${id} has the BIC ${bic}`, () => {
    const bank = openBanks.find((each) => each.id === id)
    const code = bank?.codes?.find((each) => each.value === value && each.status === undefined)
    assert.equal(code && (code.bic ?? bank?.bic), bic)
  })
}

for (const [id, bic] of bics) {
  test(`${id} has the BIC ${bic}`, () => assert.equal(openBanks.find((bank) => bank.id === id)?.bic?.slice(0, 8), bic))
}
