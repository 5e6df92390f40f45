/**
 * Payment references as people write them, with the expected reading as a reference: its type, its verdict and its printed form, or
 * null if the text is no reference. The first of each kind is printed by the publisher of the rule; the others are invented,
 * with check digits computed apart from the code under test.
 */
export type ReferenceCase = [text: string, country: string | undefined, expected: string | null, kinds?: ['reference']]

const iso11649: ReferenceCase[] = [
  ['RF18539007547034', undefined, 'rf valid RF18 5390 0754 7034'],
  ['RF18 5390 0754 7034', undefined, 'rf valid RF18 5390 0754 7034'],
  ['rf18 5390 0754 7034', 'de', 'rf valid RF18 5390 0754 7034'],
  ['RF18-5390-0754-7034', undefined, 'rf valid RF18 5390 0754 7034'],
  ['Reference: RF18539007547034', undefined, 'rf valid RF18 5390 0754 7034'],
  ['RF341234561', undefined, 'rf valid RF34 1234 561'],
  ['RF45G72UUR', undefined, 'rf valid RF45 G72U UR'],
  ['RF97C2H5OH', undefined, 'rf valid RF97 C2H5 OH'],
  ['RF25A', undefined, 'rf valid RF25 A'],
  ['RF40123456789012345678901', undefined, 'rf valid RF40 1234 5678 9012 3456 7890 1'],
  ['RF18539007547034', 'ch', 'rf valid RF18 5390 0754 7034'],
  ['RF18539007547034', 'ng', 'rf valid RF18 5390 0754 7034'],
  ['RF18539007547043', undefined, 'rf invalid'],
  ['RF19539007547034', undefined, 'rf invalid'],
  ['RF18 5390 0754 703', undefined, 'rf invalid'],
  ['RF401234567890123456789012', undefined, 'rf invalid'],
  ['RF18', undefined, 'rf invalid'],
  ['RFABC', undefined, null],
]

const swiss: ReferenceCase[] = [
  ['21 00000 00003 13947 14300 09017', undefined, 'ch_qr valid 21 00000 00003 13947 14300 09017'],
  ['210000000003139471430009017', 'ch', 'ch_qr possible 21 00000 00003 13947 14300 09017'],
  ['210000000003139471430009017', 'li', 'ch_qr possible 21 00000 00003 13947 14300 09017'],
  ['210000000003139471430009017', undefined, null],
  ['210000000003139471430009017', undefined, 'ch_qr possible 21 00000 00003 13947 14300 09017', ['reference']],
  ['21.00000.00003.13947.14300.09017', 'ch', 'ch_qr valid 21 00000 00003 13947 14300 09017'],
  ['00 00000 82020 71600 00000 00004', undefined, 'ch_qr valid 00 00000 82020 71600 00000 00004'],
  // The older form of 16 digits, which the QR reference has after eleven zeros.
  ['0000000000001236', 'ch', 'ch_qr possible 0 00000 00000 01236'],
  ['0 00000 00000 01236', undefined, 'ch_qr valid 0 00000 00000 01236'],
  ['21 00000 00003 13947 14300 09018', undefined, 'ch_qr invalid'],
  ['21 00000 00003 13947 14300 09071', undefined, 'ch_qr invalid'],
  ['210000000003139471430009018', 'ch', null],
  ['21000000000313947143000901', 'ch', null, ['reference']],
]

const belgian: ReferenceCase[] = [
  ['+++090/9337/55493+++', undefined, 'be_ogm valid +++090/9337/55493+++'],
  ['***090/9337/55493***', undefined, 'be_ogm valid +++090/9337/55493+++'],
  ['090/9337/55493', undefined, 'be_ogm valid +++090/9337/55493+++'],
  ['+++ 090 / 9337 / 55493 +++', undefined, 'be_ogm valid +++090/9337/55493+++'],
  ['+++090933755493+++', undefined, 'be_ogm valid +++090/9337/55493+++'],
  ['090933755493', 'be', 'be_ogm possible +++090/9337/55493+++'],
  ['090933755493', undefined, 'be_ogm possible +++090/9337/55493+++', ['reference']],
  ['OGM 090/9337/55493', undefined, 'be_ogm valid +++090/9337/55493+++'],
  ['+++010/2030/40582+++', undefined, 'be_ogm valid +++010/2030/40582+++'],
  // The remainder 0 becomes 97.
  ['+++000/0000/09797+++', undefined, 'be_ogm valid +++000/0000/09797+++'],
  ['+++000/0000/09700+++', undefined, 'be_ogm invalid'],
  ['+++120/0000/00002+++', 'be', 'be_ogm valid +++120/0000/00002+++'],
  ['+++987/6543/21009+++', 'fr', 'be_ogm valid +++987/6543/21009+++'],
  ['+++090/9337/55439+++', undefined, 'be_ogm invalid'],
  ['+++090/9337/5549+++', undefined, 'be_ogm invalid'],
  ['+++090/9337/55494+++', 'be', 'be_ogm invalid'],
]

const finnish: ReferenceCase[] = [
  ['1234561', 'fi', 'fi possible 12 34561'],
  ['12 34561', 'fi', 'fi valid 12 34561'],
  ['12 34561', undefined, 'fi possible 12 34561'],
  ['Viitenumero 12 34561', undefined, 'fi valid 12 34561'],
  ['viite: 1234561', undefined, 'fi possible 12 34561'],
  ['1009', 'fi', 'fi possible 1009'],
  ['0001009', 'fi', 'fi possible 1009'],
  ['1511 11000 00004', undefined, 'fi possible 1511 11000 00004'],
  ['55 95822 42946 76', 'fi', 'fi possible 5595 82242 94676'],
  ['5595 82242 94676', undefined, 'fi possible 5595 82242 94676'],
  ['12345 67890 12345 67894', undefined, 'fi possible 12345 67890 12345 67894'],
  ['12345678901234567894', 'fi', 'fi possible 12345 67890 12345 67894'],
  ['1234562', 'fi', null],
  ['1234567', undefined, null],
  ['RF341234561', 'fi', 'rf valid RF34 1234 561'],
]

const estonian: ReferenceCase[] = [
  ['1234561', 'ee', 'ee possible 1234561'],
  ['990', 'ee', 'ee possible 990'],
  ['Viitenumber 1234561', 'ee', 'ee possible 1234561'],
  ['12345678901234567894', 'ee', 'ee possible 12345678901234567894'],
  ['1234562', 'ee', null],
]

const norwegian: ReferenceCase[] = [
  // Both rules give the same check digit.
  ['2345676', 'no', 'no_kid possible 2345676'],
  ['KID 2345676', undefined, 'no_kid possible 2345676'],
  ['KID: 00870089', undefined, 'no_kid possible 00870089'],
  ['00870080', 'no', 'no_kid possible 00870080'],
  ['10000000000016', 'no', 'no_kid possible 10000000000016'],
  ['10000000000017', 'no', 'no_kid possible 10000000000017'],
  ['123456785', 'no', 'no_kid possible 123456785'],
  // The check digit 10 of modulo 11 is a hyphen.
  ['KID 99-', undefined, 'no_kid possible 99-'],
  ['KID 992', 'no', 'no_kid possible 992'],
  ['KID 993', 'no', null],
  ['10000000000018', 'no', null],
]

const slovenian: ReferenceCase[] = [
  ['SI12 1234567890120', undefined, 'si valid SI12 1234567890120'],
  ['SI121234567890120', undefined, 'si valid SI12 1234567890120'],
  ['si12 19', undefined, 'si valid SI12 19'],
  ['SI12 000012345679', 'si', 'si valid SI12 000012345679'],
  ['SI12 1900000008', 'si', 'si valid SI12 1900000008'],
  ['SI00 2026-11-19', undefined, 'si valid SI00 2026-11-19'],
  ['SI00 123', undefined, 'si valid SI00 123'],
  ['SI01 12-345-679', undefined, 'si valid SI01 12-345-679'],
  ['SI99', undefined, 'si valid SI99'],
  // We know no rule for this model.
  ['SI55 1234-5678', undefined, 'si valid SI55 1234-5678'],
  ['SI12 1234567890121', undefined, 'si invalid'],
  ['SI01 12-345-678', undefined, 'si invalid'],
  ['SI12 12345678901234567890123', undefined, 'si invalid'],
  // The IBAN of the registry, and the same with a wrong digit.
  ['SI56263300012039086', undefined, null],
  ['SI56 2633 0001 2039 068', undefined, null],
  // The IBAN without one digit or without several, and with a digit too many.
  ['SI56 2633 0001 2039 08', undefined, null],
  ['SI56 2633 0001', 'si', null],
  ['IBAN SI5626330001203908', undefined, null],
  ['SI562633000120390866', undefined, null],
]

const croatian: ReferenceCase[] = [
  ['HR01 7336-689-49631', undefined, 'hr valid HR01 7336-689-49631'],
  ['HR01 1234567890', undefined, 'hr valid HR01 1234567890'],
  ['HR011234567890', undefined, 'hr valid HR01 1234567890'],
  ['hr00 2026-11', 'hr', 'hr valid HR00 2026-11'],
  ['HR99', undefined, 'hr valid HR99'],
  ['HR68 1996-12345678903', undefined, 'hr valid HR68 1996-12345678903'],
  ['HR01 7336-689-49632', undefined, 'hr invalid'],
  ['HR01 1234567891', undefined, 'hr invalid'],
  ['HR01 1-2-3-4', undefined, 'hr invalid'],
  // Models with four groups.
  ['HR26 1233-4566-7899-0', undefined, 'hr valid HR26 1233-4566-7899-0'],
  ['HR26 1-2-3-4-5', undefined, 'hr invalid'],
  ['HR1210010051863000160', undefined, null],
  // The IBAN without a digit or without several, and with a digit too many.
  ['HR12 1001 0051 8630 0016', undefined, null],
  ['HR12100100518630001600', 'hr', null],
  ['IBAN HR12 1001 0051 8630', undefined, null],
  ['HR12 1001 0051 8630 0016 1', undefined, null],
]

/** Numbers that are no references, although some of them would pass a check by chance. */
const others: ReferenceCase[] = [
  ['058', 'ng', null],
  ['1000000001', 'ng', null],
  ['8601 11 17947', 'no', null],
  ['86011117947', 'no', null],
  ['DE89370400440532013000', undefined, null],
  ['021000021', 'us', null],
  ['539-0075470-34', 'be', null],
  ['COBADEFF', undefined, null],
  ['12 34561 ', 'ng', null],
  ['1234561', undefined, null],
  ['Nordea', 'fi', null],
  ['+++hello+++', undefined, null],
]

export const referenceCases: readonly ReferenceCase[] = [
  ...iso11649,
  ...swiss,
  ...belgian,
  ...finnish,
  ...estonian,
  ...norwegian,
  ...slovenian,
  ...croatian,
  ...others,
]
