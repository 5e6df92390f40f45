/**
 * The European Payments Council's registers of participants, one CSV file per scheme, all with the same columns. The
 * registers may not be redistributed for commercial purposes, so they are imported into an operator's overlay.
 */
import { firstDay } from '../dates.ts'
import { namedRows } from './list-file.ts'
import { factsOf } from './official-facts.ts'
import type { Participant, RailFile } from './rail-file.ts'
import { bic } from './source-row-checks.ts'

const { source } = factsOf('eu-epc-sct')

function register(name: string, rail: string, title: string, rowsMin: number): RailFile {
  return {
    name,
    source: { ...source, title: `Register of ${title} participants`, fields: ['bic', 'rail'] },
    rails: [rail],
    // Many banks take part through a central institution and are not in the register themselves.
    complete: false,
    rowsMin,
    read: (bytes, asOf) => participants(rail, bytes, firstDay(asOf)),
  }
}

async function* participants(
  rail: string,
  bytes: AsyncIterable<Uint8Array>,
  day: string,
): AsyncGenerator<Participant, void, undefined> {
  for await (const { line, cells } of namedRows('eu-epc-sct', bytes)) {
    const value = cells.BIC.replaceAll(/\s/g, '')
    const [since, until] = [cells['Readiness Date'].trim(), cells['Scheme Leaving Date'].trim()]
    const isOn = (since === '' || since <= day) && (until === '' || until > day)
    if (value === '' || !isOn) continue
    yield { line, label: cells.ParticipantName.trim(), rails: [rail], bic: bic(line, 'BIC', value) }
  }
}

export const epcRegisters: readonly RailFile[] = [
  register('epc-sct', 'sepa_sct', 'SEPA Credit Transfer', 3_000),
  register('epc-sct-inst', 'sepa_inst', 'SEPA Instant Credit Transfer', 1_500),
  register('epc-sdd-core', 'sepa_sdd', 'SEPA Direct Debit Core', 2_000),
  register('epc-sdd-b2b', 'sepa_sdd_b2b', 'SEPA Direct Debit Business to Business', 1_500),
  register('epc-vop', 'sepa_vop', 'Verification of Payee', 1_000),
]
