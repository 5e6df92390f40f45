/** The web app manifest: name, icons and colours for a home screen. */
import { assetPath, type Frame } from './page-layout.ts'

const iconSizes = [192, 512]

export function renderManifest(frame: Frame): string {
  const icons = iconSizes.map((size) => ({
    src: assetPath(frame, `icon-${size}.png`),
    type: 'image/png',
    sizes: `${size}x${size}`,
    purpose: 'any maskable',
  }))
  return JSON.stringify({
    name: 'Bank Lookup',
    short_name: 'Banks',
    description: 'Banks and their codes by country',
    start_url: `${frame.base}/`,
    scope: `${frame.base}/`,
    display: 'minimal-ui',
    background_color: '#fafafb',
    theme_color: '#3a50cf',
    icons: icons.filter(({ src }) => src !== undefined),
  })
}
