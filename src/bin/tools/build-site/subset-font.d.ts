/** The part of the `subset-font` package that the build uses. The package has no types of its own. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      /** OpenType features to keep; others are removed with the glyphs that only they use. */
      keepFeatures: string[]
      variationAxes: { wght: { min: number; max: number } }
      noHinting: boolean
    },
  ): Promise<Buffer>
}
