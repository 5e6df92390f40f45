import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portugueseName } from './portuguese-name.ts'

const cooperatives: [label: string, name: string, shortName?: string][] = [
  ['CCLA SICOOB CREDICARU SC/RS', 'Sicoob Credicaru SC/RS', 'CCLA Sicoob Credicaru SC/RS'],
  ['COOP CREDICAPI LTDA - SICOOB CREDICAPI', 'Sicoob Credicapi', 'Coop Credicapi - Sicoob Credicapi'],
  ['CCLA SUL MINAS-SICOOB CREDIVAS', 'Sicoob Credivas', 'CCLA Sul Minas-Sicoob Credivas'],
  ['SICOOB COCRED CC', 'Sicoob Cocred', 'Sicoob Cocred CC'],
  ['COOP CRESOL INTEGRACAO', 'Cresol Integração', 'Coop Cresol Integração'],
  ['CCLA PARA DE MINAS', 'Cooperativa de Crédito de Livre Admissão Pará de Minas', 'CCLA Pará de Minas'],
  ['CCM DO ABC - COOPER 7', 'Cooper 7', 'CCM do ABC - Cooper 7'],
  ['CREDISIS OESTE - CCI DO OESTE', 'CrediSIS Oeste', 'CrediSIS Oeste - CCI do Oeste'],
  ['CREDCREA', 'Credcrea'],
]

test('a cooperative has the name of its system and its own, otherwise its form in full', () => {
  for (const [label, name, short] of cooperatives) {
    const expected = short === undefined ? { name } : { name, short_name: short }
    assert.deepEqual(portugueseName(label, 'cooperative_bank'), expected)
  }
})

test('the kind of another institution is written in full, and its legal form is left out', () => {
  const nameOf = (label: string): unknown[] => Object.values(portugueseName(label, 'payment_institution'))
  assert.deepEqual(nameOf('A27 IP S/A'), ['A27 Instituição de Pagamento', 'A27 IP'])
  assert.deepEqual(nameOf('ADOPAY INSTITUICAO DE PAGAMENT'), ['Adopay Instituição de Pagamento'])
  assert.deepEqual(nameOf('CREFISA S.A. CFI'), ['Crefisa Crédito, Financiamento e Investimento', 'Crefisa CFI'])
  assert.deepEqual(nameOf('BRX'), ['BRX'])
})
