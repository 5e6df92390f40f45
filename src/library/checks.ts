/**
 * The checks of single identifiers, without the directory: whether the format and the check digits are right, not whether the
 * bank or the account exists. They read no files, so they also run in browsers and workers.
 */
export { check as checkAba, parts as abaParts } from '../identifiers/aba.ts'
export { check as checkBic, parts as bicParts } from '../identifiers/bic.ts'
export { check as checkCbu, parts as cbuParts } from '../identifiers/cbu.ts'
export { check as checkClabe, parts as clabeParts } from '../identifiers/clabe.ts'
export { check as checkIban, format as formatIban, parts as ibanParts } from '../identifiers/iban.ts'
export { check as checkLei, parts as leiParts } from '../identifiers/lei.ts'
export { check as checkNuban, parts as nubanParts } from '../identifiers/nuban.ts'
export { check as checkSortCode, format as formatSortCode, parts as sortCodeParts } from '../identifiers/sort-code.ts'
export type { Check, CheckName, Invalid, Parts, Passed, Reason, Span } from '../identifiers/verdict.ts'
