/**
 * Texts with the name of a bank and a number, as people write them, with the expected first reading. Numbers are codes of
 * banks, published examples, or invented with the check digit that the line says.
 */
import type { ReadingCase } from '../support/resolve-helpers.ts'

const nigeria: ReadingCase[] = [
  ['zenith 1000000001', undefined, 'nuban, possible, holder ng-zenith-bank'],
  ['1000000001 zenith', undefined, 'nuban, possible, holder ng-zenith-bank'],
  ['Zenith Bank 1000000001', 'ng', 'nuban, valid, holder ng-zenith-bank'],
  ['ZENITH: 1000000001', undefined, 'nuban, possible, holder ng-zenith-bank'],
  ['zenith - 100-000-0001', undefined, 'nuban, possible, holder ng-zenith-bank'],
  ['zenith 100 000 0001', 'ng', 'nuban, valid, holder ng-zenith-bank'],
  ['zenith 1000000001 account', undefined, 'nuban, possible, holder ng-zenith-bank'],
  ['zenith nuban 1000000001', undefined, 'nuban, possible, holder ng-zenith-bank'],
  ['account number 1000000001, Zenith Bank', undefined, 'nuban, possible, holder ng-zenith-bank'],
  ['acct no: 1000000001 zenith bank', 'ng', 'nuban, valid, holder ng-zenith-bank'],
  // A wrong check digit.
  ['zenith 1000000002', undefined, 'nuban, invalid, holder ng-zenith-bank'],
  ['zenith 1000000002', 'ng', 'nuban, invalid, holder ng-zenith-bank'],
  ['GTBank 0123456789', undefined, 'nuban, invalid, holder ng-gtbank'],
  ['GTBank 0123456785', undefined, 'nuban, possible, holder ng-gtbank'],
  ['gtb 0123456785', 'ng', 'nuban, valid, holder ng-gtbank'],
  ['first bank acct 3000000001', 'ng', 'nuban, valid, holder ng-first-bank'],
  ['first bank acct 3000000001', undefined, 'nuban, possible, holder ng-first-bank'],
  ['first bank acct 3000000000', 'ng', 'nuban, invalid, holder ng-first-bank'],
  ['uba 2000000004', 'ng', 'nuban, valid, holder ng-uba'],
  ['access bank a/c 0123456784', 'ng', 'nuban, valid, holder ng-access-bank'],
  // A typo in the name: the check digit alone does not make up for it.
  ['zentih 1000000001', 'ng', 'nuban, possible, holder ng-zenith-bank'],
  ['zenit bank 1000000001', 'ng', 'nuban, possible, holder ng-zenith-bank'],
  // Too short for an account number.
  ['zenith 10000001', 'ng', 'nuban, invalid, holder ng-zenith-bank'],
  // Codes in place of account numbers.
  ['zenith 057', undefined, 'ng_cbn, valid, holder ng-zenith-bank'],
  ['access 044', undefined, 'ng_cbn, valid, holder ng-access-bank'],
  ['044 access bank', 'ng', 'ng_cbn, valid, holder ng-access-bank'],
  ['zenith bank code 057', undefined, 'ng_cbn, valid, holder ng-zenith-bank'],
  ['zentih 057', 'ng', 'ng_cbn, valid, holder ng-zenith-bank'],
  ['kuda 090267', undefined, 'ng_nip, valid, holder ng-kuda'],
  // The code of another bank.
  ['zenith 044', 'ng', 'ng_cbn, possible, holder ng-access-bank'],
  // The bank code, the account number and the name.
  ['zenith 057 1000000001', undefined, 'nuban, valid, holder ng-zenith-bank'],
  ['zenith 057 100 000 0001', undefined, 'nuban, valid, holder ng-zenith-bank'],
  // The account number fits the bank, and the code is the one of another bank.
  ['zenith 058 1000000001', undefined, 'nuban, possible, holder ng-zenith-bank'],
  ['zenith 058 1000000001', 'ng', 'nuban, possible, holder ng-zenith-bank'],
  // With a leading zero, 058 is also the code of a bank of this name in Angola, where account numbers have 21 digits.
  ['access bank 058 0690000031', undefined, 'nuban, possible, holder ng-access-bank'],
  // The account number fits the other bank.
  ['zenith 058 0123456785', undefined, 'nuban, possible, holder ng-gtbank'],
  // Groups of an account number, whose check digit is wrong. A bank has the code 100.
  ['zenith 100 000 0002', 'ng', 'nuban, invalid, holder ng-zenith-bank'],
]

const africa: ReadingCase[] = [
  ['GCB 1441000000', undefined, 'account_number, possible, possible gh-gcb'],
  ['ecobank ghana 1441000000000', undefined, 'account_number, possible, possible gh-ecobank'],
  ['gcb 040100', undefined, 'gh_sort, valid, holder gh-gcb'],
  ['absa 030100', 'gh', 'gh_sort, valid, holder gh-absa'],
  ['kcb 1100000000', 'ke', 'account_number, possible, possible ke-kcb'],
  ['equity bank kenya 0100000000000', undefined, 'account_number, possible, possible ke-equity'],
  ['kcb 01', 'ke', 'ke_bank, valid, holder ke-kcb'],
  ['capitec 1234567890', undefined, 'account_number, possible, possible za-capitec'],
  ['capitec 470010', undefined, 'za_branch, valid, holder za-capitec'],
  ['fnb 250655', 'za', 'za_branch, valid, holder za-fnb'],
  ['absa account 4050000000', 'za', 'account_number, possible, possible za-absa'],
  ['fnb branch code 250655', undefined, 'za_branch, valid, holder za-fnb'],
]

const europe: ReadingCase[] = [
  ['barclays 20-00-00 55779911', undefined, 'gb_account, possible, usual_holder gb-barclays-bank-uk'],
  ['barclays sort code 20-00-00 account 55779911', undefined, 'gb_account, possible, usual_holder gb-barclays-bank-uk'],
  // The account number does not fit the sort code.
  ['hsbc 40-11-60 12345674', undefined, 'gb_account, invalid, usual_holder gb-hsbc-uk-bank'],
  ['natwest 66374958', undefined, 'account_number, possible, possible gb-natwest'],
  ['natwest 66374958', 'gb', 'account_number, possible, possible gb-natwest'],
  ['monzo 04-00-04', undefined, 'gb_sort_code, valid, holder gb-monzo-bank'],
  ['commerzbank 0532013000', undefined, 'account_number, possible, possible de-commerzbank'],
  ['commerzbank konto 0532013000', undefined, 'account_number, possible, possible de-commerzbank'],
  ['Kontonummer 0532013000 Commerzbank', 'de', 'account_number, possible, possible de-commerzbank'],
  ['comerzbank 0532013000', 'de', 'account_number, possible, possible de-commerzbank'],
  ['commerzbank 37040044', undefined, 'de_blz, valid, holder de-commerzbank'],
  ['commerzbank 370 400 44', 'de', 'de_blz, valid, holder de-commerzbank'],
  ['commerzbank 37040044 0532013000', 'de', 'account_number, valid, holder de-commerzbank'],
  ['BNP Paribas 30004', undefined, 'fr_cib, valid, holder fr-bnp-paribas'],
  ['compte société générale 00012345678', 'fr', 'account_number, possible, possible fr-societe-generale'],
  ['BBVA cuenta 0200051332', 'es', 'account_number, possible, possible es-banco-bilbao-vizcaya-argentaria'],
  ['cuenta 0049 santander', 'es', 'es_entidad, valid, holder es-banco-santander'],
]

const elsewhere: ReadingCase[] = [
  ['chase 021000021', undefined, 'us_aba, valid, holder us-jpmorgan-chase-bank'],
  ['chase routing number 021000021', undefined, 'us_aba, valid, holder us-jpmorgan-chase-bank'],
  ['bank of america 026009593', undefined, 'us_aba, valid, holder us-bank-of-america'],
  ['chase 0210-0002-1', 'us', 'us_aba, valid, holder us-jpmorgan-chase-bank'],
  ['chase routing 021000021 account 123456789', undefined, 'us_aba, valid, holder us-jpmorgan-chase-bank'],
  ['account 123456789 routing 021000021 chase', undefined, 'us_aba, valid, holder us-jpmorgan-chase-bank'],
  ['chase 021000021 12345678', undefined, 'us_aba, valid, holder us-jpmorgan-chase-bank'],
  // The routing number of another bank.
  ['wells fargo 021000021 123456789', undefined, 'account_number, possible, possible us-wells-fargo-bank'],
  // An account number that is no routing number, because its check digit is wrong for one.
  ['chase 123456789', 'us', 'account_number, possible, possible us-jpmorgan-chase-bank'],
  ['wells fargo 1234567890', 'us', 'account_number, possible, possible us-wells-fargo-bank'],
  ['hdfc 50100012345678', undefined, 'account_number, possible, possible in-hdfc-bank'],
  ['sbi 12345678901', 'in', 'account_number, possible, possible in-state-bank-of-india'],
  ['SBI 12345678901', undefined, 'account_number, possible, possible in-state-bank-of-india'],
  ['bbva mexico 012180001234567895', undefined, 'account_number, invalid, holder mx-bbva-mexico'],
  ['banco do brasil 001', undefined, 'br_compe, valid, holder br-banco-do-brasil'],
]

/** IBANs say themselves which bank they belong to. */
const ibans: ReadingCase[] = [
  ['commerzbank DE89370400440532013000', undefined, 'iban, valid, holder de-commerzbank'],
  ['Commerzbank DE89 3704 0044 0532 0130 00', undefined, 'iban, valid, holder de-commerzbank'],
  ['GB29NWBK60161331926819 natwest', undefined, 'iban, valid, holder gb-natwest'],
  ['IBAN: GB29 NWBK 6016 1331 9268 19, NatWest', 'gb', 'iban, valid, holder gb-natwest'],
  ['DE89370400440532013000 de-commerzbank', undefined, 'iban, valid, holder de-commerzbank'],
  ['pay to john DE89370400440532013000', undefined, 'iban, valid, holder de-commerzbank'],
  // One digit is wrong.
  ['commerzbank DE88370400440532013000', undefined, 'iban, invalid, holder de-commerzbank'],
  ['natwest GB29NWBK60161331926818', undefined, 'iban, invalid, holder gb-natwest'],
  // The IBAN of another bank.
  ['deutsche bank DE89370400440532013000', undefined, 'iban, possible, holder de-commerzbank'],
  ['N26 DE89370400440532013000', undefined, 'iban, possible, holder de-commerzbank'],
  ['DE89370400440532013000 gb-natwest', undefined, 'iban, possible, holder de-commerzbank'],
]

/** Texts without the name of a bank. */
const nothing: ReadingCase[] = [
  ['hello world 12345678', undefined, 'nothing'],
  ['invoice 1000000001', undefined, 'nothing'],
  ['john smith 0123456789', undefined, 'nothing'],
  ['order 1000000001', undefined, 'nothing'],
  ['passport 12345678', undefined, 'nothing'],
  ['meter number 12345678901', undefined, 'nothing'],
  ['phone 0803 123 4567', undefined, 'nothing'],
  ['qwxzj 1000000001', undefined, 'nothing'],
  ['bank 1000000001', undefined, 'nothing'],
  ['zenith', undefined, 'nothing'],
  ['zenith 5', undefined, 'nothing'],
]

export const nameAndNumberCases: readonly ReadingCase[] = [
  ...nigeria,
  ...africa,
  ...europe,
  ...elsewhere,
  ...ibans,
  ...nothing,
]
