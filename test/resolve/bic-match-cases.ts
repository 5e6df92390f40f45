/**
 * A BIC beside an IBAN, as people send both, with the expected result and a text that the note has to contain: the BIC to
 * use, or why the two may fit all the same. The IBANs are examples of registries and threads, or invented account numbers at
 * the bank codes of real banks.
 */
import type { BicMatch } from '../../src/directory/resolve/reading.ts'

export type BicMatchCase = readonly [iban: string, bic: string, expected: BicMatch['match'], note?: string]

/** The BIC to use for the account. 8 characters and 11 with XXX are the same BIC. */
const same: BicMatchCase[] = [
  ['DE89370400440532013000', 'COBADEFF', 'same'],
  ['DE89370400440532013000', 'COBADEFFXXX', 'same'],
  ['DE89 3704 0044 0532 0130 00', 'cobadeffxxx', 'same'],
  ['DE89370400440532013000', 'COBA DE FF XXX', 'same'],
  ['DE89370400440532013000', 'BIC: COBADEFFXXX', 'same'],
  ['DE90200400000000000001', 'COBADEHH', 'same'],
  ['DE90200400000000000001', 'COBADEHHXXX', 'same'],
  ['DE36100100100000000001', 'PBNKDEFF', 'same'],
  ['DE46390601800000000001', 'GENODED1AAC', 'same'],
  ['DE97500105170000000001', 'INGDDEFFXXX', 'same'],
  ['DE20700208000000000001', 'BCITDEFFMUC', 'same'],
  ['GB29NWBK60161331926819', 'NWBKGB2L', 'same'],
  ['GB39REVO00000000000001', 'REVOGB21', 'same'],
  ['NL91ABNA0417164300', 'ABNANL2A', 'same'],
  ['FR1420041010050500013M02606', 'PSSTFRPP', 'same'],
  ['FR7618719000000000000000081', 'BFCORERX', 'same'],
  ['IE29AIBK93115212345678', 'AIBKIE2D', 'same'],
  ['ES9121000418450200051332', 'CAIXESBBXXX', 'same'],
  ['BG80BNBG96611020345678', 'BNBGBGSF', 'same'],
  ['SE4550000000058398257466', 'ESSESESS', 'same'],
  ['CH3130000000000000001', 'POFICHBEXXX', 'same'],
  ['LT957070000000000001', 'RETBLT21', 'same'],
  ['LT577070100000000001', 'RVUALT2V', 'same'],
  ['NO8495900000001', 'ESSENO22', 'same'],
  ['LI21088100002324013AA', 'BLFLLI2X', 'same'],
  ['TR400006200000000000000001', 'TGBATRIS', 'same'],
]

/** A BIC of several banks says less, and fits all of them. */
const shared: BicMatchCase[] = [
  ['PL88811000000000000000000001', 'POLUPLPR', 'same', 'banks'],
  ['PL75287000030000000000000001', 'POLUPLPR', 'same', 'banks'],
  ['PL39856600030000000000000001', 'GBWCPLPP', 'same', 'banks'],
  ['FR7630087000000000000000039', 'CMCIFRPP', 'same', 'banks'],
  ['FR7630027000000000000000044', 'CMCIFRPPXXX', 'same', 'banks'],
  ['PL88811000000000000000000001', 'SPAYPLP1', 'same_bank', 'POLUPLPR'],
  ['PL39856600030000000000000001', 'POLUPLPR', 'other_bank', 'GBWCPLPP'],
  ['PL75287000030000000000000001', 'GBWCPLPP', 'other_bank', 'POLUPLPR'],
]

/** Another BIC of the same record. */
const otherBics: BicMatchCase[] = [
  ['DE89370400440532013000', 'COBADEHH', 'same_bank', 'COBADEFF'],
  ['DE90200400000000000001', 'COBADEFFXXX', 'same_bank', 'COBADEHH'],
  ['DE36100100100000000001', 'DEUTDEFF', 'same_bank', 'PBNKDEFF'],
  ['DE36100100100000000001', 'DEUTDEDBBER', 'same_bank', 'PBNKDEFF'],
  ['DE35500208000000000001', 'BCITDEFFMUC', 'same_bank', 'BCITDEFF'],
  ['DE58200202000000000001', 'ESSEDEFF', 'same_bank', 'ESSEDEFFHAM'],
  ['DE44102206000000000001', 'SYBKDE22KIE', 'same_bank', 'SYBKDE22BER'],
  ['DE28370215000000000001', 'FDBADE3K', 'same_bank', 'FDBADE8F'],
  ['GB29NWBK60161331926819', 'NWBKGB21', 'same_bank', 'NWBKGB2L'],
  ['GB29NWBK60161331926819', 'NWBKGBCH', 'same_bank', 'NWBKGB2L'],
  ['GB39REVO00000000000001', 'REVOGB2L', 'same_bank', 'REVOGB21'],
  ['CH6308664000000000001', 'PKBSCH2212A', 'same_bank', 'PKBSCH2269A'],
  ['CH0600230000000000001', 'UBSWCHZH80A', 'same_bank', 'UBSWCHZH80V'],
  ['NL30COBA0000000001', 'COBANL2XTAM', 'same_bank', 'COBANL2X'],
  ['FR7630087000000000000000039', 'CMCIFRP1SNV', 'same_bank', 'CMCIFRPP'],
  ['LT903250000000000001', 'RVUALT2V', 'same_bank', 'REVOLT21'],
  ['LT903250000000000001', 'RETBLT21', 'same_bank', 'REVOLT21'],
  ['NO1297500000001', 'ESSENO22', 'same_bank', 'ESSENOKX'],
  ['LU294140000000000001', 'USBKLULL', 'same_bank', 'USBKLU2L'],
  ['ES9602250000150000000001', 'FIEIESM1', 'same_bank', 'BNPAESM2'],
]

/** A branch that the directory does not have, of a bank that alone has the first eight characters. */
const branches: BicMatchCase[] = [
  ['NL91ABNA0417164300', 'ABNANL2A123', 'same_bank', 'ABNANL2A'],
  ['SE4550000000058398257466', 'ESSESESS123', 'same_bank', 'ESSESESS'],
  ['IE29AIBK93115212345678', 'AIBKIE2D123', 'same_bank', 'AIBKIE2D'],
]

/** Banks that have merged: people keep sending the old BIC, or the old IBAN with the new BIC. */
const merged: BicMatchCase[] = [
  ['DE88550206000000000001', 'AARBDE5W', 'same_bank', 'IMMODE5M'],
  ['DE56532612020000000001', 'GENODEF1BEB', 'same'],
  ['DE56532612020000000001', 'VBMHDE5F', 'same_bank', 'GENODEF1BEB'],
  ['DE98820642280000000001', 'GENODEF1SHL', 'same_bank', 'ERFBDE8E'],
  ['FR7613259000000000000000051', 'KOLBFR21', 'same_bank', 'SOGEFRPP'],
  ['FR7613259000000000000000051', 'SOGEFRPP', 'same'],
  ['FR7630076000000000000000048', 'NORDFRPP', 'same_bank', 'SOGEFRPP'],
  ['FR7630077000000000000000056', 'SMCTFR2A', 'same_bank', 'SOGEFRPP'],
  ['FR7630003000000000000000046', 'NORDFRPP', 'same_bank', 'SOGEFRPP'],
  ['FR7613259000000000000000051', 'TARNFR2L', 'same_bank', 'SOGEFRPP'],
  ['ES8400750000350000000001', 'BSCHESMM', 'same'],
  ['ES7502390000050000000001', 'EVOBESMM', 'same_bank', 'BKBKESMM'],
  ['RO33BUCU0000000000000001', 'BUCUROBU', 'same_bank', 'BACXROBU'],
  ['RO05PIRB0000000000000001', 'PIRBROBU', 'same_bank', 'WBANRO22'],
  ['RO37BTRL0000000000000001', 'OTPVROBU', 'same_bank', 'BTRLRO22'],
  ['RS35150000000000000041', 'SABRRSBG', 'same_bank', 'AIKBRS22'],
  ['NL75BICK0000000001', 'BICKNL2A', 'same'],
  ['GR7007100000000000000000001', 'MIDLGRAA', 'same_bank', 'ATTIGRAA'],
  // No successor is known, so another BIC may be that of the successor.
  ['LT593980900000000001', 'REVOLT21', 'unknown', 'successor'],
  ['LT593980900000000001', 'UAPALT22', 'same_bank', 'no longer'],
  ['DE89370400440532013000', 'UAPALT22', 'unknown', 'successor'],
]

/** The same legal entity in another country, as its LEI says. A BIC of another country is no error. */
const sameLei: BicMatchCase[] = [
  ['ES6215830000750000000001', 'REVOLT21', 'same_bank', 'REVOESM2'],
  ['LT903250000000000001', 'REVOESM2', 'same_bank', 'REVOLT21'],
  ['BE82685000000068', 'BOFAIT2X', 'same_bank', 'BOFABE3X'],
  ['IT35D0338000000000000000001', 'BOFAES2X', 'same_bank', 'BOFAIT2X'],
  ['NL28INGB0000000001', 'INGBROBU', 'same_bank', 'INGBNL2A'],
  ['RO65INGB0000000000000001', 'INGBNL2A', 'same_bank', 'INGBROBU'],
  ['NL79BUNQ0000000001', 'BUNQDE82', 'same_bank', 'BUNQNL2A'],
  ['NL18BKCH0000000001', 'BKCHLULA', 'same_bank', 'BKCHNL2R'],
  ['DE56524206000000000001', 'PIRBGRAA', 'same_bank', 'ABGRDEFF'],
  ['MT77TGBA00000000000000000000001', 'TGBATRIS', 'same_bank', 'TGBAMTMT'],
  ['LT533005300000000001', 'INTFBGSF', 'same'],
]

/** Two banks that the directory knows. */
const otherBank: BicMatchCase[] = [
  ['DE89370400440532013000', 'DEUTDEFF500', 'other_bank', 'COBADEFF'],
  ['DE89370400440532013000', 'DEUTDEFF', 'other_bank', 'Deutsche Bank'],
  ['DE89370400440532013000', 'GENODED1AAC', 'other_bank', 'Aachener Bank'],
  ['DE46390601800000000001', 'GENODED1HBO', 'other_bank', 'GENODED1AAC'],
  ['NL91ABNA0417164300', 'INGBNL2A', 'other_bank', 'ABNANL2A'],
  ['FR7630004000000000000000054', 'SOGEFRPP', 'other_bank', 'BNPAFRPP'],
  ['BE40967000000063', 'GEBABEBB', 'other_bank', 'TRWIBEB1'],
  ['DE89370400440532013000', 'BNPAFRPP', 'other_bank', 'France'],
  ['ES9121000418450200051332', 'REVOLT21', 'other_bank', 'Lithuania'],
  // One group, different companies.
  ['GB68MIDL40051500000019', 'HBUKGB4B', 'other_bank', 'group'],
  ['DE97500105170000000001', 'INGBNL2A', 'other_bank', 'group'],
  ['NL28INGB0000000001', 'INGBPLPW', 'other_bank', 'group'],
  ['FR7630027000000000000000044', 'CMCIFRP1SNV', 'other_bank', 'group'],
]

/** The directory lacks the bank of one of the two, or its bank is only an indication. */
const unknown: BicMatchCase[] = [
  ['BE68539007547034', 'GEBABEBB', 'unknown', 'account'],
  ['AT611904300234573201', 'GIBAATWW', 'unknown', 'account'],
  ['DE93999999990000000001', 'COBADEFF', 'unknown', 'account'],
  ['NL16TEST0100000001', 'INGBNL2A', 'unknown', 'account'],
  ['NL16TEST0100000001', 'TESTNL2A', 'unknown', 'account'],
  ['DE89370400440532013000', 'AAAADEFF', 'unknown', 'AAAADEFF'],
  ['FR7618719000000000000000081', 'BFCOYTYT', 'unknown', 'BFCOYTYT'],
  ['DE89370400440532013000', 'QQQQAQQQ', 'unknown', 'QQQQAQQQ'],
  ['DE46390601800000000001', 'GENODEXX', 'unknown', 'GENODEXX'],
  // The BIC of a central institution, whose first eight characters its members have.
  ['FR7618206002100000000000005', 'AGRIFRPP', 'unknown', 'Use AGRIFRPP882'],
  ['FR7617515900000000000000001', 'CEPAFRPPXXX', 'unknown', 'Use CEPAFRPP751'],
  ['FR7617515900000000000000001', 'AGRIFRPP', 'other_bank', 'CEPAFRPP751'],
  ['DE89370400440532013000', 'COBADEF0', 'unknown', 'test BIC'],
  ['DE89370400440532013000', 'COBADEF0XXX', 'unknown', 'test BIC'],
  // The name of a bank can have the form of a BIC: ER is Eritrea.
  ['DE89370400440532013000', 'Commerzbank', 'unknown', 'COMMERZBANK'],
  // A check digit is wrong, so the bank may be wrong.
  ['DE89370400440532013001', 'COBADEFF', 'unknown', 'invalid'],
]

const invalid: BicMatchCase[] = [
  ['DE89370400440532013000', 'COBADEF', 'invalid', '8 or 11'],
  ['DE89370400440532013000', 'COBADEFFXX', 'invalid', '8 or 11'],
  ['DE89370400440532013000', 'COBADEFFXXXX', 'invalid', '8 or 11'],
  ['DE89370400440532013000', 'COBAXXFF', 'invalid', 'country'],
  ['DE89370400440532013000', 'COBA12FF', 'invalid', 'BIC'],
  ['DE89370400440532013000', '37040044', 'invalid', 'BIC'],
  ['DE89370400440532013000', 'COBA0EFF', 'invalid', 'BIC'],
  ['DE89370400440532013000', 'Sparkasse', 'invalid', '8 or 11'],
  ['DE89370400440532013000', '\u0000', 'invalid', '8 or 11'],
  ['DE93999999990000000001', 'COBADEF', 'invalid', '8 or 11'],
  ['DE89370400440532013001', 'COBADEF', 'invalid', '8 or 11'],
]

export const bicMatchCases = {
  same,
  shared,
  otherBics,
  branches,
  merged,
  sameLei,
  otherBank,
  unknown,
  invalid,
}
