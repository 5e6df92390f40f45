/**
 * Identifiers with the form in which people print them and with the form that hides all but the country and the last four
 * characters, or null for a kind that has none. The groups are those of the forms of each country.
 */
export type PrintedFormCase = readonly [
  identifier: string,
  country: string | undefined,
  kind: string,
  formatted: string | null,
  masked: string | null,
]

export const printedFormCases: PrintedFormCase[] = [
  ['DE89370400440532013000', undefined, 'iban', 'DE89 3704 0044 0532 0130 00', 'DE••••••••••••••••3000'],
  ['de89-3704-0044-0532-0130-00', undefined, 'iban', 'DE89 3704 0044 0532 0130 00', 'DE••••••••••••••••3000'],
  ['NO9386011117947', undefined, 'iban', 'NO93 8601 1117 947', 'NO•••••••••7947'],
  ['BE68539007547034', undefined, 'iban', 'BE68 5390 0754 7034', 'BE••••••••••7034'],
  [
    'FR1420041010050500013M02606',
    undefined,
    'iban',
    'FR14 2004 1010 0505 0001 3M02 606',
    'FR•••••••••••••••••••••2606',
  ],
  ['CH4431999123000889012', undefined, 'iban', 'CH44 3199 9123 0008 8901 2', 'CH•••••••••••••••9012'],
  ['DE89370400440532013001', undefined, 'iban', null, null],
  ['20-29-59', 'gb', 'gb_sort_code', '20-29-59', null],
  ['202959', 'gb', 'gb_sort_code', '20-29-59', null],
  ['202959 63748472', 'gb', 'gb_account', '20-29-59 63748472', '••••••••••8472'],
  ['021000021', 'us', 'us_aba', null, null],
  ['12345-001', 'ca', 'ca_cheque', '12345-001', null],
  ['012345678', 'ca', 'ca_eft', null, null],
  ['COBADEFFXXX', undefined, 'bic', null, null],
  ['058', 'ng', 'bank_code', null, null],
  ['062000', 'au', 'bank_code', '062-000', null],
  ['002010000000000001', 'mx', 'account_number', '002 010 00000000000 1', '••••••••••••••0001'],
  ['0110001300000000000000', 'ar', 'account_number', '01100013 00000000000000', '••••••••••••••••••0000'],
  ['BF0840100100000000000062', 'bf', 'account_number', 'BF084 01001 000000000000 62', '••••••••••••••••••••0062'],
  ['10005000010000000000097', 'cm', 'account_number', '10005 00001 00000000000 97', '•••••••••••••••••••0097'],
  ['00100000000000000097', 'dz', 'account_number', '001 00000 0000000000 97', '••••••••••••••••0097'],
  ['011780000000000000000053', 'ma', 'account_number', '011 780 0000000000000000 53', '••••••••••••••••••••0053'],
  ['01020000810000000000', 've', 'account_number', '0102-0000-81-0000000000', '••••••••••••••••0000'],
  ['00219300000000000000', 'pe', 'account_number', '002-193-000000000000-00', '••••••••••••••••0000'],
  ['0109020000000000', 'nz', 'account_number', '01-0902-0000000-000', '••••••••••••0000'],
  ['010902000000000', 'nz', 'account_number', '01-0902-0000000-00', '•••••••••••0000'],
  [
    '61109010140000071219812874',
    'pl',
    'account_number',
    '61 1090 1014 0000 0712 1981 2874',
    '••••••••••••••••••••••2874',
  ],
  ['117730161111101800000000', 'hu', 'account_number', '11773016-11111018-00000000', '••••••••••••••••••••0000'],
  ['1177301611111018', 'hu', 'account_number', '11773016-11111018-00000000', '••••••••••••••••••••0000'],
  ['21000418450200051332', 'es', 'account_number', '2100 0418 45 0200051332', '••••••••••••••••1332'],
  ['539007547034', 'be', 'account_number', '539-0075470-34', '••••••••7034'],
  ['86011117947', 'no', 'account_number', '8601.11.17947', '•••••••7947'],
  ['260005601001611379', 'rs', 'account_number', '260-0056010016113-79', '••••••••••••••1379'],
  ['263300012039086', 'si', 'account_number', '26330 00120390 86', '•••••••••••9086'],
  ['000201231234567890154', 'pt', 'account_number', '0002 0123 12345678901 54', '•••••••••••••••••0154'],
  ['1290079401028494', 'ba', 'account_number', '129-007-94010284-94', '••••••••••••8494'],
  ['505000012345678951', 'me', 'account_number', '505-0000123456789-51', '••••••••••••••8951'],
  ['004000000000000000033', 'ao', 'account_number', '0040 0000 00000000000 33', '•••••••••••••••••0033'],
  ['057 1000000001', 'ng', 'nuban', null, '••••••0001'],
  ['529900BBEBGNAA1C6176', undefined, 'lei', null, null],
  ['RF18539007547034', undefined, 'reference', 'RF18 5390 0754 7034', null],
]

/** Swiss and Liechtenstein IBANs whose bank is in the range for QR-IBANs, and others. */
export const qrIbanCases: [iban: string, expected: boolean | null][] = [
  ['CH4431999123000889012', true],
  ['CH3130000000000000001', true],
  ['CH9300762011623852957', false],
  ['CH6308664000000000001', false],
  ['LI21088100002324013AA', false],
  ['DE89370400440532013000', false],
  ['CH4431999123000889013', null],
  ['COBADEFF', null],
]
