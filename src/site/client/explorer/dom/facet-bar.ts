/** The bar of filters above a list. */
import type { Html } from '../../../html.ts'
import { queryAll, setContent } from '../../shared/dom.ts'

/** Replaces the filters in a bar. The filter that has the focus keeps it. */
export function setFacets(bar: HTMLElement, content: Html | string): void {
  const { activeElement: focused } = document
  const chosen = focused instanceof HTMLElement && bar.contains(focused) ? focused.dataset.facet : undefined
  setContent(bar, content)
  if (chosen === undefined) return
  const same = queryAll('[data-facet]', bar).find(({ dataset }) => dataset.facet === chosen)
  same?.focus({ preventScroll: true })
}

/** Calls `choose` with the state or county that the user chooses from a menu. */
export function onRegionChoice(choose: (region: string) => void): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.dataset.facet === 'region') choose(target.value)
  })
}
