/**
 * The participants of Pix and STR, as antoniopaolillo/brasil-ispb-database compiles them from the lists of the Banco
 * Central do Brasil: `ispbs.csv`. Its Pix rows include institutions that are still joining: these have the stage that
 * they have reached in the column of payment initiation.
 */
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'
import { namedRows } from './list-file.ts'
import { factsOf } from './official-facts.ts'
import { portugueseName } from './portuguese-name.ts'
import type { Participant, RailFile } from './rail-file.ts'
import { collapseSpaces, requireMatch } from './source-row-checks.ts'

const types: [RegExp, BankRecord['type']][] = [
  [/^Cooperativa/, 'cooperative_bank'],
  [/^Instituição de Pagamento/, 'payment_institution'],
  [/^(?:Banco|Caixa)/, 'commercial_bank'],
  [/^Associação de Poupança/, 'savings_and_loans'],
  [/^Sociedade de (?:Crédito|Empréstimo)/, 'finance_company'],
]

const { source, rowsMin } = factsOf('br-ispb')

export const brIspb: RailFile = {
  name: 'br-ispb',
  source,
  rails: ['br_pix', 'br_str'],
  complete: true,
  rowsMin,
  read,
}

async function* read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Participant, void, undefined> {
  for await (const { line, cells } of namedRows('br-ispb', bytes)) {
    const value = requireMatch(line, 'ispb', cells.ispb, /^\d{8}$/, 'eight digits')
    const onPix = requireMatch(line, 'participa_pix', cells.participa_pix, /^(?:Sim|Não)$/, 'Sim or Não') === 'Sim'
    const onStr = requireMatch(line, 'participa_str', cells.participa_str, /^(?:Sim|Não)$/, 'Sim or Não') === 'Sim'
    const isJoining = !/^(?:Sim|Não)$/.test(cells.iniciacao_pagamento)
    const isOnPix = onPix && !isJoining
    const label = collapseSpaces(cells.nome_reduzido)
    const type = types.find(([form]) => form.test(cells.tipo_instituicao))?.[1] ?? 'other'
    yield {
      line,
      label,
      rails: [...(isOnPix ? ['br_pix'] : []), ...(onStr ? ['br_str'] : [])],
      code: { schemes: ['br_ispb'], value },
      // Participants of STR that are not on Pix are clearing houses and accounts of the central bank, or already known.
      ...(isOnPix && { bank: { ...portugueseName(label, type), country: 'BR', type } }),
    }
  }
}
