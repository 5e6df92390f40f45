/** Counts down the seconds on an error page, and then offers to load the page again. */

const sentence = document.querySelector<HTMLElement>('[data-countdown]')
if (sentence) countDown(sentence)

function countDown(element: HTMLElement): void {
  const endMs = performance.now() + Number(element.dataset.countdown) * 1000
  const timer = setInterval(() => {
    // Compute the time left instead of counting ticks: browsers slow down the timers of hidden pages.
    const seconds = Math.ceil((endMs - performance.now()) / 1000)
    if (seconds > 0) {
      element.textContent = `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
      return
    }
    clearInterval(timer)
    element.replaceChildren(reloadLink())
  }, 1000)
}

function reloadLink(): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = location.href
  link.textContent = 'Load the page again'
  return link
}
