/**
 * Runs before the first paint of a documentation page, so that nothing moves afterwards: it says that scripts run, which
 * language the reader prefers, and at which address the service is.
 */
{
  const { classList, dataset } = document.documentElement
  classList.add('script')
  try {
    dataset.language = localStorage.getItem('language') ?? 'sh'
  } catch {
    // The browser blocks storage.
    dataset.language = 'sh'
  }

  const addresses = document.getElementsByClassName('own-address')
  const insertAddresses = (): void => {
    // Skip an element that the parser is still filling.
    for (const element of [...addresses].filter((one) => one.nextSibling || document.readyState !== 'loading'))
      element.replaceWith(location.origin)
  }
  // The browser calls this between parsing and painting.
  const observer = new MutationObserver(insertAddresses)
  observer.observe(document, { childList: true, subtree: true })
  document.addEventListener('DOMContentLoaded', () => {
    observer.disconnect()
    insertAddresses()
  })
}
