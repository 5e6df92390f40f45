/** Applies the service's own checks to the banks that an import changed, before anything is written. */

import { checkBank } from '../../dataset/cross-references.ts'
import { createSchemaCheck } from '../../dataset/schema-check.ts'
import { type BankRecord, bankRecordSchema } from '../../directory/records/bank.ts'
import { compilePattern } from '../../identifiers/pattern-grammar.ts'
import type { DataFolder } from '../data-folder.ts'
import { bankLine } from '../serialize.ts'
import type { Draft } from './changes/draft.ts'

const checkRecord = createSchemaCheck<BankRecord>(bankRecordSchema)

/** Throws a `DatasetError` that names the first invalid bank. */
export function validateChangedBanks({ banks, schemes }: DataFolder, draft: Draft): void {
  const patterns = new Map([...schemes.values()].map(({ id, pattern }) => [id, compilePattern(pattern)]))
  for (const bank of draft.banks.values()) {
    if (banks.get(bank.id) === bank) continue
    const location = { file: bank.id }
    const record = checkRecord(JSON.parse(bankLine(bank)), location)
    checkBank(record, record.country, { schemes, sources: draft.sources, patterns }, location)
  }
}
