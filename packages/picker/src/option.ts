/** The rows of the list. */
import { type FoundBank, formValueOf, selectionOf } from './bank-source.ts'
import { element } from './parts.ts'
import { languageOf, type PickerStrings } from './strings.ts'

/** Returns an option for each bank. */
export function createOptions(banks: readonly FoundBank[], texts: PickerStrings, picker: Element): HTMLElement[] {
  const selection = selectionOf(picker)
  const showsCountry = !selection.country || banks.some(({ country }) => country !== banks[0]?.country)

  /** Says why the bank matched, and tells it from other banks of the list that look the same. */
  const detailsOf = (bank: FoundBank): string => {
    const match = matchText(bank, texts)
    const alike = banks.filter(
      (other) => other !== bank && (isSame(other.name, bank.name) || (match && isSame(matchText(other, texts), match))),
    )
    const place = alike.length > 0 ? placeOf(bank) : ''
    const needsValue = alike.some((other) => isSame(other.name, bank.name) && isSame(placeOf(other), placeOf(bank)))
    const country = showsCountry && countryText(bank.country, languageOf(picker))
    return [match, place, country, needsValue && formValueOf(bank, selection)].filter((part) => part).join(', ')
  }

  return banks.map((bank, index) => {
    const { name, matched } = bank
    const details = detailsOf(bank)
    const nameLine = line('name', name, matched?.field === 'name' ? matched.spans : [])
    return option(index, nameLine, ...(details ? [line('detail', details)] : []))
  })
}

export function createOtherOption(text: string, index: number): HTMLElement {
  const created = option(index, line('name', text))
  created.classList.add('other')
  return created
}

const option = (index: number, ...lines: HTMLElement[]): HTMLElement =>
  element('li', { id: `option-${index}`, role: 'option', 'aria-selected': 'false', part: 'option' }, ...lines)

const isSame = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase()

const placeOf = ({ city, region }: FoundBank): string => [city, region].filter((part) => part).join(', ')

function matchText({ name, matched }: FoundBank, texts: PickerStrings): string | undefined {
  if (!matched || ['name', 'city', 'region'].includes(matched.field) || matched.text === name) return undefined
  return matched.field === 'successor_of' ? texts.formerly(matched.text) : matched.text
}

export const countryText = (code: string, language = 'en'): string =>
  // Throws if the code is malformed.
  (/^[A-Z]{2}$/.test(code) && new Intl.DisplayNames(language, { type: 'region' }).of(code)) || code

/** `spans` are the parts of the text to highlight. */
function line(part: string, text: string, spans: readonly number[][] = []): HTMLElement {
  // A Latin name in a page from right to left keeps its order.
  const created = element('span', { class: part, dir: 'auto', part })
  let end: number | undefined = 0
  for (const [from, to] of spans) {
    created.append(text.slice(end, from), element('mark', {}, text.slice(from, to)))
    end = to
  }
  created.append(text.slice(end))
  return created
}
