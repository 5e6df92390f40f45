/** Lists that need no reader of their own, because `tableFile` can read them with a map of their columns. */
import { tableFile } from './mapped-table.ts'

/**
 * Letters that appear in place of Slovak and Slovenian ones if ISO-8859-2 or code page 852 is decoded as windows-1250.
 */
const polishLetters = 'ąĄęĘłŁśŚźŹ'

const unassigned = /^(vrij|libre|vacant|frei|onbeschikbaar|indisponible|unavailable|nicht verf)/i

/** The National Bank of Belgium's bank identification codes: all 1,000 of them, assigned or not. */
const nbb = tableFile('be-nbb', {
  country: 'BE',
  // Skip unassigned codes, which have a word for "vacant" in the BIC column or a name column.
  skipRow: ({ Biccode, T_Institutions_Dutch, T_Institutions_French }) =>
    [Biccode, T_Institutions_Dutch, T_Institutions_French].some((cell) => unassigned.test(cell.trim())),
  code: { scheme: 'be_code', column: 'T_Identification_Number', digits: 3 },
  names: ['T_Institutions_Dutch', 'T_Institutions_French', 'T_Institutions_English', 'T_Institutions_German'],
  bic: { column: 'Biccode', none: /^(NAP|NAV|NYA|N\/A|-)$/ },
})

/** SIX's Bank Master, version 3: every institution identifier in Switzerland and Liechtenstein. */
const six = tableFile('ch-six', {
  // Rows have one cell fewer than the header, whose last cell is the time at which the file was created.
  cellsPerRow: 21,
  country: ({ Country }) => Country,
  checks: [
    { column: 'Valid on', pattern: /^\d{4}-\d\d-\d\d$/, expected: 'a date' },
    { column: 'Concatenation', pattern: /^[YN]$/, expected: 'Y or N' },
  ],
  // Skip identifiers that were merged into another one, because they have no name and no country. Skip banks in other
  // countries too: they take part in the Swiss systems with a code that does not appear in any IBAN.
  skipRow: ({ Concatenation, Country }) => Concatenation === 'Y' || !/^(CH|LI)$/.test(Country),
  code: { scheme: ({ Country }) => (Country === 'LI' ? 'li_bc' : 'ch_iid'), column: 'IID/QR-IID', digits: 5 },
  names: ['Name of bank/institution'],
  bic: { column: 'BIC' },
})

/** The Česká národní banka's payment system codes: every Czech bank code. */
const cnb = tableFile('cz-cnb', {
  country: 'CZ',
  code: { scheme: 'cz_code', column: 'Kód platebního styku', digits: 4 },
  names: ['Poskytovatel platebních služeb'],
  bic: { column: 'BIC kód (SWIFT)' },
})

/**
 * The Banco de España's list of Spanish monetary financial institutions, English edition. Its cells are padded with
 * spaces. The list is not complete: payment institutions have codes but are not on it.
 */
const bde = tableFile('es-bde', {
  country: 'ES',
  // Skip money market funds, whose codes start with FI.
  skipRow: (cells) => /^FI\d+ *$/.test(cells['SUPERVISORY CODE']),
  code: { scheme: 'es_entidad', column: 'SUPERVISORY CODE' },
  names: ['NAME'],
  lei: 'LEI',
})

/** The European Payments Council's register of SEPA credit transfer participants. */
const epcCreditTransfer = tableFile('eu-epc-sct', {
  // Take the country from the BIC: the register has only full country names, in its own spellings.
  country: ({ BIC }) => BIC.trim().slice(4, 6),
  // Skip participants that are leaving the scheme: the register does not say whether they continue as banks.
  skipRow: (cells) => cells.BIC.trim() === '' || cells['Scheme Leaving Date'].trim() !== '',
  names: ['ParticipantName'],
  city: 'City',
  bic: { column: 'BIC' },
})

/**
 * The Hellenic Bank Association's HEBIC bank codes, English edition. The list is not complete: payment institutions
 * have codes but are not on it.
 */
const hba = tableFile('gr-hba', {
  country: 'GR',
  // Remove the apostrophes around the code, which keep spreadsheets from dropping leading zeros.
  code: { scheme: 'gr_hebic', column: 'Code Number', digits: 3, from: (cell) => cell.replaceAll("'", '') },
  names: ['Name of Credit Institution'],
})

/** The Hrvatska narodna banka's payment service provider codes, English edition: every Croatian bank code. */
const hnb = tableFile('hr-hnb', {
  country: 'HR',
  code: { scheme: 'hr_vbdi', column: 'Code' },
  names: ['Payment service provider'],
  bic: { column: 'SWIFT adresa\n(BIC)' },
})

/** The Central Bank of Malta's list of BICs and sort codes. The bank code in a Maltese IBAN is the start of the BIC. */
const cbm = tableFile('mt-cbm', {
  country: 'MT',
  // Skip the rows below each bank, which are its branches: they have a sort code but no BIC.
  skipRow: (cells) => cells['BIC Code'] === '' && cells['Financial Institution Name'] === '',
  code: { scheme: 'mt_bic4', column: 'BIC Code', repeats: true, from: (cell) => cell.slice(0, 4) },
  names: ['Financial Institution Name'],
  bic: { column: 'BIC Code' },
})

/** Betaalvereniging Nederland's BIC list: the four-letter bank identifiers in Dutch IBANs, with their banks. */
const betaalvereniging = tableFile('nl-betaalvereniging', {
  country: 'NL',
  code: { scheme: 'nl_bic4', column: 'Identifier' },
  names: ['Betaaldienstverlener / Payment Service Provider'],
  bic: { column: 'BIC' },
})

/**
 * Banka Slovenije's identifiers of payment service providers, which are the first digits of Slovenian account numbers.
 * A bank can have several.
 */
const bsi = tableFile('si-bsi', {
  foreignLetters: polishLetters,
  country: 'SI',
  code: { scheme: 'si_code', column: 'NATIONAL ID', digits: 5 },
  // Do not map the city: many rows are branches.
  names: ['NAME'],
  bic: { column: 'BIC11' },
})

/**
 * The Národná banka Slovenska's directory of identification codes: every Slovak bank code, including those of foreign
 * institutions. The server declares UTF-8, but the bytes are windows-1250.
 */
const nbs = tableFile('sk-nbs', {
  foreignLetters: polishLetters,
  country: 'SK',
  code: { scheme: 'sk_code', column: 'Payment system code SR', digits: 4 },
  names: ['Payment service provider'],
  bic: { column: 'SWIFT 8' },
})

export const tableSources = [nbb, six, cnb, bde, epcCreditTransfer, hba, hnb, cbm, betaalvereniging, bsi, nbs]
