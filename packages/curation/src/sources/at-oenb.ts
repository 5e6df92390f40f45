/**
 * The SEPA payment directory of the Oesterreichische Nationalbank: every Austrian bank code with its holder. The file
 * is semicolon-separated, with a few lines of notices before the header.
 */
import { listFile } from './list-file.ts'
import type { Claim } from './source-file.ts'
import { bic, collapseSpaces, createUniqueCheck, lei, requireMatch, withoutEmpty } from './source-row-checks.ts'

export const oenb = listFile('at-oenb', () => {
  const checkUnique = createUniqueCheck('Bankleitzahl')
  return ({ line, cells }) => {
    requireMatch(line, 'Kennzeichen', cells.Kennzeichen, /^(Hauptanstalt|Filiale|)$/, 'Hauptanstalt, Filiale or empty')
    requireMatch(line, 'Identnummer', cells.Identnummer, /^\d+$/, 'a number')
    // Restore leading zeros: the central bank's own code, 00100, is in the file as 100.
    const code = requireMatch(line, 'Bankleitzahl', cells.Bankleitzahl, /^\d{3,5}$/, 'five digits').padStart(5, '0')
    checkUnique(line, code)
    const name = requireMatch(line, 'Bankenname', collapseSpaces(cells.Bankenname), /\p{L}/u, 'a name')
    const type = typeOf(cells.Institutsart, cells.Sektor, name)
    return {
      line,
      country: 'AT',
      ...withoutEmpty({
        name,
        city: collapseSpaces(cells.Ort),
        bic: cells['SWIFT-Code'] && bic(line, 'SWIFT-Code', cells['SWIFT-Code']),
        lei: cells.LEI && lei(line, 'LEI', cells.LEI),
        website: websiteOf(cells.Homepage),
      }),
      ...(type && { type }),
      codes: [{ scheme: 'at_blz', value: code }],
    }
  }
})

/**
 * Returns the type of institution. The sector alone does not determine it: the Raiffeisen and Sparkassen sectors
 * include joint-stock banks, and foreign branches have a separate sector ("§ 9 Institute").
 */
function typeOf(kind: string, sector: string, name: string): Claim['type'] {
  if (kind === 'ZW' && sector === '§ 9 Institute') return 'foreign_branch'
  if (sector === 'Bausparkassen') return 'building_society'
  if (sector === 'OeNB') return 'central_bank'
  if (/^(Raiffeisen|Volksbanken)$/.test(sector) && /\beGen\b|Genossenschaft/i.test(name)) return 'cooperative_bank'
  return sector === 'Sparkassen' && /sparkasse/i.test(name) ? 'savings_bank' : undefined
}

/** Adds a missing "http://". Ignores anything that is not a URL, because the column also has a few email addresses. */
function websiteOf(homepage: string): string | undefined {
  const address = homepage.trim()
  if (/^https?:\/\/\S+$/.test(address)) return address
  return /^[^\s@/:]+\.[a-z]{2,}(\/\S*)?$/i.test(address) ? `http://${address}` : undefined
}
