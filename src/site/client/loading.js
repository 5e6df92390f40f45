/** A part of the page that is filled by the service: only the newest request counts, waiting and failing are shown. */
import { ask, Problem } from './api.js'
import { fill, make } from './dom.js'

/** @import { Asked } from './api.js' */

/** Most answers are here sooner, and a sign that flickers is worse than none. */
const patienceMs = 150

/** @param {HTMLElement} region */
export function openLoader(region) {
  let current = new AbortController()

  function cancel() {
    current.abort()
    region.removeAttribute('aria-busy')
  }

  /**
   * @template Answer
   * @param {Asked<Answer>} asked
   * @param {(answer: Answer) => void} show
   */
  async function load(asked, show) {
    current.abort()
    const mine = new AbortController()
    current = mine
    const showBusy = () => region.setAttribute('aria-busy', 'true')
    const busy = setTimeout(showBusy, patienceMs)
    // Where there is nothing yet, room is kept at once.
    if (region.childElementCount === 0) showBusy()
    try {
      const answer = await ask(asked, mine.signal)
      if (!mine.signal.aborted) show(answer)
    } catch (failure) {
      if (mine.signal.aborted) return
      if (!(failure instanceof Problem)) throw failure
      fill(
        region,
        problemNote(failure, () => load(asked, show)),
      )
    } finally {
      clearTimeout(busy)
      if (current === mine) region.removeAttribute('aria-busy')
    }
  }

  return { load, cancel }
}

/**
 * @param {Problem} problem
 * @param {() => void} retry
 */
function problemNote({ message, waitS }, retry) {
  const button = make('button', { type: 'button', click: retry }, 'Try again')
  if (waitS > 0) {
    button.disabled = true
    setTimeout(() => {
      button.disabled = false
    }, waitS * 1000)
  }
  // With the connection the answer comes back by itself, unless something else is shown by then.
  addEventListener('online', () => button.isConnected && retry(), { once: true })
  return make('div', { class: 'notice bad', role: 'alert' }, make('p', {}, message), button)
}
