/** Narrows down the possible banks of an answer to those with the typed words, as the user types. */
import { queryAll } from '../../shared/dom.ts'
import { fold } from '../list/list-filter.ts'

export function initBankFilter(answer: HTMLElement): void {
  answer.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement && 'filtersBanks' in target.dataset)) return
    const words = fold(target.value).split(' ').filter(Boolean)
    const isFiltered = words.length > 0
    const rows = queryAll('.answer-banks [data-bank], .answer-more [data-bank]', answer)
    for (const row of rows) {
      const text = fold(row.textContent)
      row.hidden = !words.every((word) => text.includes(word))
    }
    for (const none of queryAll('[data-no-bank]', answer)) none.hidden = rows.some((row) => !row.hidden)
    const more = answer.querySelector<HTMLDetailsElement>('.answer-more')
    if (!more) return
    more.open = isFiltered
    more.hidden = isFiltered && queryAll('[data-bank]', more).every((row) => row.hidden)
    // The number of banks in it is right without a filter only.
    for (const summary of more.querySelectorAll('summary')) summary.hidden = isFiltered
  })
}
