/** Assets that browsers request at a fixed path, even if no page links to them. */

/** The name of the asset by path. */
export const rootFiles: Readonly<Record<string, string>> = {
  '/favicon.ico': 'favicon.ico',
  '/apple-touch-icon.png': 'touch-icon.png',
}
