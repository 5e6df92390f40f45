/** The rows of the list. */
import type { FoundBank } from './bank-source.ts'
import type { PickerStrings } from './strings.ts'

export interface OptionContext {
  /** All banks of the list. */
  banks: readonly FoundBank[]
  texts: PickerStrings
  showsCountry: boolean
  language: string
}

export function createOption(bank: FoundBank, index: number, context: OptionContext): HTMLElement {
  const { name, matched } = bank
  const nameLine = line('name', name, matched?.field === 'name' ? matched.spans : [])
  const details = detailsOf(bank, context)
  return option(index, nameLine, ...(details ? [line('detail', details)] : []))
}

export function createOtherOption(text: string, index: number): HTMLElement {
  const created = option(index, line('name', text))
  created.classList.add('other')
  return created
}

function option(index: number, ...lines: HTMLElement[]): HTMLElement {
  const created = document.createElement('li')
  created.id = `option-${index}`
  created.role = 'option'
  created.ariaSelected = 'false'
  created.setAttribute('part', 'option')
  created.append(...lines)
  return created
}

/** What tells this bank from others: why it matched, and its place if another bank has the same name. */
function detailsOf({ name, city, region, country, matched }: FoundBank, context: OptionContext): string {
  const { banks, texts, showsCountry, language } = context
  const isAmbiguous = banks.filter((other) => other.name.toLowerCase() === name.toLowerCase()).length > 1
  const place = isAmbiguous ? [city, region] : []
  const countryName = showsCountry ? countryText(country, language) : undefined
  return [matchText(name, matched, texts), ...place, countryName].filter((part) => part).join(', ')
}

function matchText(name: string, matched: FoundBank['matched'], texts: PickerStrings): string | undefined {
  if (!matched || ['name', 'city', 'region'].includes(matched.field) || matched.text === name) return undefined
  return matched.field === 'successor_of' ? texts.formerly(matched.text) : matched.text
}

function countryText(code: string, language: string): string {
  return new Intl.DisplayNames([language || 'en'], { type: 'region' }).of(code) ?? code
}

/** `spans` are the parts of the text to highlight. */
function line(part: string, text: string, spans: readonly (readonly [number, number])[] = []): HTMLElement {
  const created = document.createElement('span')
  created.className = part
  created.setAttribute('part', part)
  let end = 0
  for (const [from, to] of spans) {
    const mark = document.createElement('mark')
    mark.textContent = text.slice(from, to)
    created.append(text.slice(end, from), mark)
    end = to
  }
  created.append(text.slice(end))
  return created
}
