/** The labels that people write in front of a number, in several languages, with the label that the readers know. */

type LabelKind = 'account' | 'sort_code' | 'code' | 'bic' | 'iban' | 'reference'

export interface NumberLabel {
  kind: LabelKind
  /** The label for the readers. */
  text: string
  /** Whether it names a bank, not an account. */
  isCode: boolean
  /** Shorter numbers are not what the label names. */
  digitsMin: number
  /** The country to try if the number cannot be read without one. */
  country?: string | undefined
  /** A number with one of these labels can follow: both together are one account. */
  joins: readonly LabelKind[]
}

const labels: readonly (readonly [
  kind: LabelKind,
  text: string,
  words: string,
  digitsMin?: number,
  country?: string,
])[] = [
  ['iban', 'IBAN', 'iban|الآيبان|الايبان|آيبان'],
  ['bic', 'BIC', 'bic|swift'],
  ['sort_code', 'sort code', 'sort[ -]?code|s/c', 6],
  ['sort_code', 'BSB', 'bsb', 6],
  ['code', 'routing', 'routing|aba|rtn', 9],
  ['code', 'BLZ', 'blz|bankleitzahl', 8],
  ['code', 'IFSC', 'ifsc', 7],
  ['account', 'CLABE', 'clabe(?: interbancaria)?', 18],
  ['account', 'CBU', 'cbu', 22],
  ['account', 'CVU', 'cvu', 22],
  ['account', 'CCI', 'cci', 20],
  ['account', 'RIB', 'rib', 16, 'FR'],
  ['account', 'NUBAN', 'nuban', 10],
  ['account', 'account', 'account|acct|acc|a/c|رقم الحساب|сч[её]т[а-я]*|账号|帐号|账户|帳號', 6],
  ['account', 'account', 'konto(?:nummer|nr)?', 6, 'DE'],
  ['account', 'account', 'num[ée]ro de compte|n° de compte', 6, 'FR'],
  ['account', 'account', '(?:n[úu]mero de )?cuenta', 6, 'ES'],
  ['account', 'account', 'conta(?: corrente)?', 6, 'PT'],
  ['reference', 'viite', 'viite(?:numero)?|viitenumber', 4],
  ['reference', 'OGM', 'ogm|vcs|communication(?: structurée)?|(?:gestructureerde )?mededeling', 12],
  ['reference', 'KID', 'kid', 4],
]

/** What people write between a label and the number: "Account no. is: ", "SWIFT-код: ". */
const filler =
  '(?:[\\s\\-/.:#=(,]|(?:number|num|no|nr|n[º°o]|№|code|c[óo]digo|kod|код|代码|号码|bic|swift|aba|routing|transit|iban|is|ist|lautet|est|es|é)(?![\\p{L}\\p{Nd}]))'

/** Chinese has no spaces around a label. */
const letter = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Nd}]'

const compiled = labels.map(([kind, text, words, digitsMin = 0, country]) => {
  const joins: LabelKind[] = kind === 'sort_code' ? ['account'] : text === 'account' ? ['sort_code'] : []
  const isCode = kind !== 'account'
  const label: NumberLabel = { kind, text, isCode, digitsMin, joins, country }
  return { label, pattern: new RegExp(`(?<!${letter})(?:${words})(?!${letter})${filler}*$`, 'iu') }
})

/** Long enough for the label and the words after it. */
const charactersMax = 48

/** Returns the label directly in front of this position. */
export function labelBefore(text: string, at: number): NumberLabel | undefined {
  const line = text.slice(Math.max(0, at - charactersMax), at)
  const part = line.slice(line.lastIndexOf('\n') + 1)
  if (!/\p{L}/u.test(part)) return undefined
  return compiled.find(({ pattern }) => pattern.test(part))?.label
}
