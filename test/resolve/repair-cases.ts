/**
 * Numbers with a typo, and the suggestion that they should get: the only repair that passes all checks and leads to a known bank,
 * or null if there is none or several. The verdict stays `invalid`. A null for the verdict `valid` says that the text needs no
 * repair. The repairs of lost digits were counted apart from the code under test.
 */
export type RepairCase = [text: string, country: string | undefined, suggestion: string | null, verdict?: 'valid']

const lostDigits: RepairCase[] = [
  // A lost zero next to another one, or at the start of a part, is more likely than any other lost digit.
  ['ES912100041845020051332', undefined, 'ES9121000418450200051332'],
  ['ES912100418450200051332', undefined, 'ES9121000418450200051332'],
  ['SE455000000058398257466', undefined, 'SE4550000000058398257466'],
  ['SA038000000608010167519', undefined, 'SA0380000000608010167519'],
  ['AE07331234567890123456', undefined, 'AE070331234567890123456'],
  ['PL6110901014000071219812874', undefined, 'PL61109010140000071219812874'],
  ['FI211234560000785', undefined, 'FI2112345600000785'],
  ['BE7196123456769', undefined, 'BE71096123456769'],
  ['DK500040440116243', undefined, 'DK5000400440116243'],
  ['DE9370400440532013000', undefined, 'DE89370400440532013000'],
  ['DE8970400440532013000', undefined, 'DE89370400440532013000'],
  ['DE89 3704 0044 0530 1300 0', undefined, 'DE89370400440532013000'],
  ['DE8937040044053213000', undefined, 'DE89370400440532013000'],
  ['DE8937040044052013000', undefined, null],
  ['DE8937040044053201300', undefined, 'DE89370400440532013000'],
  ['GB29NWBK6016331926819', undefined, 'GB29NWBK60161331926819'],
  ['GB29NWBK6016133926819', undefined, null],
  ['FR142001010050500013M02606', undefined, 'FR1420041010050500013M02606'],
  ['ES912100041850200051332', undefined, 'ES9121000418450200051332'],
  ['NL91ABNA017164300', undefined, 'NL91ABNA0417164300'],
  ['NL91ABNA041716300', undefined, null],
  ['NO938601111947', undefined, 'NO9386011117947'],
  ['BE7109613456769', undefined, null],
  ['BE7109612346769', undefined, 'BE71096123456769'],
  ['IE29AIBK9311512345678', undefined, 'IE29AIBK93115212345678'],
  ['AE07033123467890123456', undefined, 'AE070331234567890123456'],
  ['LU28019400644750000', undefined, 'LU280019400644750000'],
  ['RTN 02609593', 'us', '026009593'],
  ['routing 32227162', undefined, '322271627'],
  ['ABA 11100025', undefined, '111000025'],
  ['ABA 02000021', undefined, null],
  ['LEI 7LTWFZYICNSX8D61K86', undefined, '7LTWFZYICNSX8D621K86'],
]

const doubledDigits: RepairCase[] = [
  ['DE893704000440532013000', undefined, 'DE89370400440532013000'],
  ['DE89 3704 0044 0532 0013 000', undefined, 'DE89370400440532013000'],
  ['GB29NWBK601161331926819', undefined, 'GB29NWBK60161331926819'],
  ['FR14200410100505500013M02606', undefined, 'FR1420041010050500013M02606'],
  ['ES91210004184550200051332', undefined, 'ES9121000418450200051332'],
  ['NL91ABNA04171164300', undefined, 'NL91ABNA0417164300'],
  ['BE710961234567669', undefined, 'BE71096123456769'],
  ['NO93860111179447', undefined, 'NO9386011117947'],
  ['AE0703312345678990123456', undefined, 'AE070331234567890123456'],
  ['IE29AIBK931155212345678', undefined, 'IE29AIBK93115212345678'],
  ['PL611090101400000071219812874', undefined, 'PL61109010140000071219812874'],
  ['FI21123456000007885', undefined, 'FI2112345600000785'],
  ['DK50004004401166243', undefined, 'DK5000400440116243'],
  ['routing 0260099593', undefined, '026009593'],
  ['3222711627', 'us', '322271627'],
]

const swappedDigits: RepairCase[] = [
  // Two swaps explain it.
  ['DE89370400440532031000', undefined, null],
  ['DE98370400440532013000', undefined, 'DE89370400440532013000'],
  ['DE89730400440532013000', undefined, 'DE89370400440532013000'],
  ['DE89 3704 0044 0523 0130 00', undefined, 'DE89370400440532013000'],
  ['GB29NWBK60161331926189', undefined, 'GB29NWBK60161331926819'],
  ['FR1420401010050500013M02606', undefined, 'FR1420041010050500013M02606'],
  ['ES9121000418450200501332', undefined, 'ES9121000418450200051332'],
  ['NL91ABNA0417614300', undefined, 'NL91ABNA0417164300'],
  ['BE71096123465769', undefined, 'BE71096123456769'],
  ['NO9386101117947', undefined, 'NO9386011117947'],
  ['AE070331234567890132456', undefined, 'AE070331234567890123456'],
  ['PL61109010104000071219812874', undefined, 'PL61109010140000071219812874'],
  ['LU280109400644750000', undefined, 'LU280019400644750000'],
  ['DK5000400440161243', undefined, 'DK5000400440116243'],
  ['FI2112354600000785', undefined, 'FI2112345600000785'],
  ['routing 322217627', undefined, '322271627'],
  ['LEI 7LTWFZYICSNX8D621K86', undefined, '7LTWFZYICNSX8D621K86'],
]

const lettersForDigits: RepairCase[] = [
  ['DE8937O400440532013000', undefined, 'DE89370400440532013000'],
  ['DE8937O4OO44O532O13OOO', undefined, 'DE89370400440532013000'],
  ['DEB9370400440532013000', undefined, 'DE89370400440532013000'],
  ['DE89370400440S32013000', undefined, 'DE89370400440532013000'],
  ['DE893704004405320I3000', undefined, 'DE89370400440532013000'],
  ['GB29NWBK6O161331926819', undefined, 'GB29NWBK60161331926819'],
  ['GB29NWBK6016I33192681B', undefined, null],
  ['ES912I00041845020005I332', undefined, 'ES9121000418450200051332'],
  ['NL91ABNA041716430O', undefined, 'NL91ABNA0417164300'],
  ['BE7I096123456769', undefined, 'BE71096123456769'],
  ['N09386011117947', undefined, 'NO9386011117947'],
  ['routing O21OOOO21', undefined, '021000021'],
  ['O26OO9S93', 'us', '026009593'],
  ['SBINO000001', 'in', 'SBIN0000001'],
]

const prefixes: RepairCase[] = [
  ['IBAN: DE89 3704 0044 0532 0130 00', undefined, null, 'valid'],
  ['IBAN No. DE89 3704 0044 0532 0130 00', undefined, null, 'valid'],
  ['IBAN NO. NL91ABNA0417164300', undefined, null, 'valid'],
  ['IBAN No: GB29 NWBK 6016 1331 9268 19', undefined, null, 'valid'],
  ['No. DE89 3704 0044 0532 0130 00', undefined, null, 'valid'],
  ['Nr. DE89 3704 0044 0532 0130 00', undefined, null, 'valid'],
  ['no DE89370400440532013000', undefined, null, 'valid'],
  ['IBAN NO93 8601 1117 947', undefined, null, 'valid'],
  ['NO93 8601 1117 947', undefined, null, 'valid'],
  ['IBAN: IBAN DE89370400440532013000', undefined, null, 'valid'],
  ['ＤＥ８９ ３７０４ ００４４ ０５３２ ０１３０ ００', undefined, null, 'valid'],
  ['０２１００００２１', 'us', null, 'valid'],
  ['IBAN: No. DE89 3704 0044 0523 0130 00', undefined, 'DE89370400440532013000'],
  ['ＤＥ８９ ３７０４ ００４４ ０５２３ ０１３０ ００', undefined, 'DE89370400440532013000'],
]

export const repairCases = [...lostDigits, ...doubledDigits, ...swappedDigits, ...lettersForDigits, ...prefixes]
