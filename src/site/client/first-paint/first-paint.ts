/**
 * Runs before the first paint of a documentation page, so that nothing moves afterwards: it says that scripts run, and which
 * language the reader prefers.
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
}
