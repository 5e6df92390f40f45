/** Holds the banks that an import has changed to the rules that the service holds them to, before anything is written. */

import { checkBank } from '../../dataset/cross-references.ts'
import { createSchemaCheck } from '../../dataset/schema-check.ts'
import { type BankRecord, bankRecordSchema } from '../../directory/records/bank.ts'
import { compilePattern } from '../../identifiers/pattern-grammar.ts'
import type { DataFolder } from '../data-folder.ts'
import { bankLine } from '../serialize.ts'
import type { Draft } from './changes/draft.ts'

const checkRecord = createSchemaCheck<BankRecord>(bankRecordSchema)

/** Fails with `BrokenDataset`, which names the bank. */
export function checkBanks({ banks, schemes }: DataFolder, draft: Draft): void {
  const patterns = new Map([...schemes.values()].map(({ id, pattern }) => [id, compilePattern(pattern)]))
  for (const bank of draft.banks.values()) {
    if (banks.get(bank.id) === bank) continue
    const place = { file: bank.id }
    const written = checkRecord(JSON.parse(bankLine(bank)), place)
    checkBank(written, written.country, { schemes, sources: draft.sources, patterns }, place)
  }
}
