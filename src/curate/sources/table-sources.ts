/** The lists that one importer reads with a map of their columns. */
import { tableFile } from './mapped-table.ts'

/** Slovak and Slovenian letters become these if ISO-8859-2 or code page 852 is read as windows-1250. */
const polishLetters = 'ąĄęĘłŁśŚźŹ'

const unassigned = /^(vrij|libre|vacant|frei|onbeschikbaar|indisponible|unavailable|nicht verf)/i

/** Bank identification codes of the National Bank of Belgium: all thousand of them, assigned or not. */
const nbb = tableFile('be-nbb', {
  country: 'BE',
  // Unassigned codes are marked in the BIC column or a name column.
  skipRow: ({ Biccode, T_Institutions_Dutch, T_Institutions_French }) =>
    [Biccode, T_Institutions_Dutch, T_Institutions_French].some((cell) => unassigned.test(cell.trim())),
  code: { scheme: 'be_code', column: 'T_Identification_Number', digits: 3 },
  names: ['T_Institutions_Dutch', 'T_Institutions_French', 'T_Institutions_English', 'T_Institutions_German'],
  bic: { column: 'Biccode', none: /^(NAP|NAV|NYA|N\/A|-)$/ },
})

/** Bank Master of SIX, version 3: every institution identifier of Switzerland and Liechtenstein. */
const six = tableFile('ch-six', {
  // The header has an extra cell: the time at which the file was created.
  cellsPerRow: 21,
  country: ({ Country }) => Country,
  checks: [
    { column: 'Valid on', pattern: /^\d{4}-\d\d-\d\d$/, expected: 'a date' },
    { column: 'Concatenation', pattern: /^[YN]$/, expected: 'Y or N' },
  ],
  // Identifiers that were merged into another have neither a name nor a country. Banks in other countries take part in the
  // Swiss systems with a code that is not in any IBAN.
  skipRow: ({ Concatenation, Country }) => Concatenation === 'Y' || !/^(CH|LI)$/.test(Country),
  code: { scheme: ({ Country }) => (Country === 'LI' ? 'li_bc' : 'ch_iid'), column: 'IID/QR-IID', digits: 5 },
  names: ['Name of bank/institution'],
  bic: { column: 'BIC' },
})

/** Payment system codes of the Česká národní banka: every Czech bank code. */
const cnb = tableFile('cz-cnb', {
  country: 'CZ',
  code: { scheme: 'cz_code', column: 'Kód platebního styku', digits: 4 },
  names: ['Poskytovatel platebních služeb'],
  bic: { column: 'BIC kód (SWIFT)' },
})

/**
 * List of Spanish monetary financial institutions of the Banco de España, English edition, cells padded with spaces. Not
 * complete: payment institutions have codes but are not on the list.
 */
const bde = tableFile('es-bde', {
  country: 'ES',
  // These are money market funds.
  skipRow: (cells) => /^FI\d+ *$/.test(cells['SUPERVISORY CODE']),
  code: { scheme: 'es_entidad', column: 'SUPERVISORY CODE' },
  names: ['NAME'],
  lei: 'LEI',
})

/** Register of SEPA credit transfer participants of the European Payments Council. */
const epcCreditTransfer = tableFile('eu-epc-sct', {
  // The register has country names in full, with spellings of its own.
  country: ({ BIC }) => BIC.trim().slice(4, 6),
  // A participant that leaves the scheme may continue as a bank or not; the register does not say.
  skipRow: (cells) => cells.BIC.trim() === '' || cells['Scheme Leaving Date'].trim() !== '',
  names: ['ParticipantName'],
  city: 'City',
  bic: { column: 'BIC' },
})

/**
 * HEBIC bank codes of the Hellenic Bank Association, English edition. Not complete: payment institutions have codes but are
 * not on the list.
 */
const hba = tableFile('gr-hba', {
  country: 'GR',
  // The code is in apostrophes, which keep spreadsheets from dropping its zeros.
  code: { scheme: 'gr_hebic', column: 'Code Number', digits: 3, from: (cell) => cell.replaceAll("'", '') },
  names: ['Name of Credit Institution'],
})

/** Payment service provider codes of the Hrvatska narodna banka, English edition: every Croatian bank code. */
const hnb = tableFile('hr-hnb', {
  country: 'HR',
  code: { scheme: 'hr_vbdi', column: 'Code' },
  names: ['Payment service provider'],
  bic: { column: 'SWIFT adresa\n(BIC)' },
})

/** BICs and sort codes of the Central Bank of Malta; the bank code in the IBAN is the start of the BIC. */
const cbm = tableFile('mt-cbm', {
  country: 'MT',
  // The rows below a bank are its branches, with a sort code and without a BIC.
  skipRow: (cells) => cells['BIC Code'] === '' && cells['Financial Institution Name'] === '',
  code: { scheme: 'mt_bic4', column: 'BIC Code', repeats: true, from: (cell) => cell.slice(0, 4) },
  names: ['Financial Institution Name'],
  bic: { column: 'BIC Code' },
})

/** BIC list of Betaalvereniging Nederland: the four letters at the start of Dutch account numbers, and the banks that they belong to. */
const betaalvereniging = tableFile('nl-betaalvereniging', {
  country: 'NL',
  code: { scheme: 'nl_bic4', column: 'Identifier' },
  names: ['Betaaldienstverlener / Payment Service Provider'],
  bic: { column: 'BIC' },
})

/** Identifiers of payment service providers of Banka Slovenije: the first digits of Slovenian account numbers, several per bank. */
const bsi = tableFile('si-bsi', {
  foreignLetters: polishLetters,
  country: 'SI',
  code: { scheme: 'si_code', column: 'NATIONAL ID', digits: 5 },
  // The city is not read, because many rows are branches.
  names: ['NAME'],
  bic: { column: 'BIC11' },
})

/**
 * Directory of identification codes of the Národná banka Slovenska: every Slovak bank code, including foreign holders. The server
 * declares UTF-8, but the bytes are windows-1250.
 */
const nbs = tableFile('sk-nbs', {
  foreignLetters: polishLetters,
  country: 'SK',
  code: { scheme: 'sk_code', column: 'Payment system code SR', digits: 4 },
  names: ['Payment service provider'],
  bic: { column: 'SWIFT 8' },
})

export const tableSources = [nbb, six, cnb, bde, epcCreditTransfer, hba, hnb, cbm, betaalvereniging, bsi, nbs]
