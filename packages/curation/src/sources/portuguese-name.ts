/**
 * Writes the short name that the Banco Central do Brasil has for an institution as people write it. The list has
 * capitals, few accents and abbreviations: "CCLA SICOOB CREDICARU SC/RS" is Sicoob Credicaru SC/RS, and "A27 IP S/A" is
 * A27 Instituição de Pagamento.
 */
import type { BankRecord } from '../../../../src/directory/records/bank-record.ts'

/** The list's own form, without the legal form, is the short name if it differs from the name. */
export function portugueseName(label: string, type: BankRecord['type']): Pick<BankRecord, 'name' | 'short_name'> {
  const plain = withoutLegalForm(label)
  const short = inPortugueseCase(plain)
  const name = inPortugueseCase(type === 'cooperative_bank' ? cooperativeName(plain) : expanded(plain))
  return { name, ...(short !== name && { short_name: short }) }
}

const withoutLegalForm = (label: string): string =>
  label
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/,?\s+(?:LTDA\.?|S\/A|S\.A\.?)(?=$|\s*-|\s+S?CFI\b)/gi, '')
    .replace(/[\s.,]+$/, '')
    // The list cuts names off.
    .replace(/\bINSTITUI[CÇ][AÃ]O DE PAG\p{L}*$/u, 'INSTITUIÇÃO DE PAGAMENTO')
    .trim()

/** Systems of cooperatives: members use the name of the system and their own. */
const systems = /(?:^|[\s-])((?:SICOOB|SICREDI|CRESOL|UNICRED|UNIPRIME|CREDISIS)[\s/]\S.*)$/

/** Abbreviations of the form of a cooperative, as the list writes them before its name. */
const forms: Readonly<Record<string, string>> = {
  'C.C': 'COOPERATIVA DE CRÉDITO',
  CC: 'COOPERATIVA DE CRÉDITO',
  CCC: 'COOPERATIVA CENTRAL DE CRÉDITO',
  CCI: 'COOPERATIVA DE CRÉDITO E INVESTIMENTO',
  CCLA: 'COOPERATIVA DE CRÉDITO DE LIVRE ADMISSÃO',
  CCLAA: 'COOPERATIVA DE CRÉDITO DE LIVRE ADMISSÃO DE ASSOCIADOS',
  CCM: 'COOPERATIVA DE CRÉDITO MÚTUO',
  CCR: 'COOPERATIVA DE CRÉDITO RURAL',
  CECM: 'COOPERATIVA DE ECONOMIA E CRÉDITO MÚTUO',
  COOP: 'COOPERATIVA DE CRÉDITO',
}

const hasForm = (text: string): boolean => /^(?:COOP(?:CENTRAL|ERATIVA)?\b|SOC |CENTRAL |CC|C\.C|CECM)/.test(text)

function cooperativeName(text: string): string {
  const parts = text.split(/ +- +/)
  const ofSystem = parts.map((part) => systems.exec(part)?.[1]).find((part) => part !== undefined)
  if (ofSystem !== undefined) return ofSystem.replace(/ CC$/, '')
  const own = parts.filter((part) => !hasForm(part))
  if (parts.length > 1 && own.length === 1) return own[0] as string
  const [first = '', ...rest] = text.split(' ')
  return [forms[first] ?? first, ...rest].join(' ')
}

const expanded = (text: string): string =>
  text
    .replace(/\bIP\b/, 'INSTITUIÇÃO DE PAGAMENTO')
    .replace(/\bSCD\b/, 'SOCIEDADE DE CRÉDITO DIRETO')
    .replace(/\bS?CFI\b/, 'CRÉDITO, FINANCIAMENTO E INVESTIMENTO')
    .replace(/\bCTVM\b/, 'CORRETORA DE TÍTULOS E VALORES MOBILIÁRIOS')

const smallWords = new Set('da das de do dos e em na no nas nos'.split(' '))

const states = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'
const initialisms = new Set(
  `${states} ABC ACG APE AIBR BH CCI CCLA CCLAA CCMLA CEMIG CECM CECME CECMF CFI CSU CLP IP MEPI MF DP NE RM SAQ SCFI SF TCE UFV ZM`.split(
    ' ',
  ),
)
const abbreviations = new Set(['CTR', 'CTBA', 'VL', 'VLR'])

/** Words that the list writes without their accent. */
const accented = new Map(
  [
    'AMAZÔNIA ÁREA CARAJÁS CEARÁ CRÉDITO ESSÊNCIA FRANÇA FUNCIONÁRIOS GOIÁS INSTITUIÇÃO LIDERANÇA MARANHÃO MÉDICOS PARÁ',
    'NEGÓCIOS PARAÍBA PARANÁ PÚBLICOS RAÍZES REGIÃO RONDÔNIA SÃO SAÚDE SERVIÇOS TEÓFILO TRIÂNGULO UNIÃO VEÍCULOS',
  ].flatMap((line) => line.split(' ').map((word) => [word.normalize('NFD').replaceAll(/\p{M}/gu, ''), word] as const)),
)

const withTilde = (word: string): string =>
  word
    .replace(/[CÇ]AO$/, 'ÇÃO')
    .replace(/AO$/, 'ÃO')
    .replace(/[CÇ]OES$/, 'ÇÕES')

function inPortugueseCase(text: string): string {
  return text.toUpperCase().replaceAll(/[\p{L}\p{N}]+/gu, (word, at: number) => {
    const lower = word.toLowerCase()
    if (at > 0 && smallWords.has(lower)) return lower
    if (initialisms.has(word) || /\d/.test(word)) return word
    if (word === 'CREDISIS') return 'CrediSIS'
    if (word.length <= 4 && !/[AEIOUYÀ-Ü]/.test(word) && !abbreviations.has(word)) return word
    const spelled = accented.get(word) ?? (word.length > 3 ? withTilde(word) : word)
    return `${spelled.slice(0, 1)}${spelled.slice(1).toLowerCase()}`
  })
}
