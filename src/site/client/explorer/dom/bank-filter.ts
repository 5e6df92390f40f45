/** Narrows down the possible banks of an answer to those with the typed words, as the user types. */
import { queryAll } from '../../shared/dom.ts'
import { fold } from '../list/list-filter.ts'

export function initBankFilter(answer: HTMLElement): void {
  answer.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement && 'filtersBanks' in target.dataset)) return
    const words = fold(target.value).split(' ').filter(Boolean)
    for (const row of queryAll('.answer-banks [data-bank], .answer-more [data-bank]', answer)) {
      const text = fold(row.textContent)
      row.hidden = !words.every((word) => text.includes(word))
    }
    const more = answer.querySelector<HTMLDetailsElement>('.answer-more')
    if (more) more.open = words.length > 0
  })
}
