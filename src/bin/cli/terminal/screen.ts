/** What a command knows about the terminal that it prints to: the width, and whether to use colours. */
import { inspect, styleText } from 'node:util'
import { printable } from '../../../dataset/printable.ts'

export interface Screen {
  /** Infinity if the output is not a terminal, so that a pipe or a file gets every character. */
  columns: number
  isTerminal: boolean
  /** Also escapes the text. */
  paint(style: Style, text: string): string
  /** The source of a regular expression for the escape sequences that `paint` adds. */
  ownSequences: string
}

const styles = ['bold', 'dim', 'underline', 'red', 'green', 'yellow'] as const

export type Style = (typeof styles)[number]

/** Width of the help text if the output is not a terminal. */
export const defaultColumns = 80
/** In a narrower terminal no table is readable, so the terminal wraps the lines. */
const columnsMin = 40

type Output = { isTTY?: boolean; columns?: number }
export type Environment = Readonly<Record<string, string | undefined>>

export function createScreen({ isTTY = false, columns }: Output, environment: Environment): Screen {
  const isColoured = usesColour(isTTY, environment)
  return {
    isTerminal: isTTY,
    // A terminal that does not report its width is treated like a pipe.
    columns: isTTY && columns ? Math.max(columns, columnsMin) : Number.POSITIVE_INFINITY,
    paint: (style, text) => {
      const shown = printable(text)
      return isColoured && shown !== '' ? styleText(style, shown, { validateStream: false }) : shown
    },
    ownSequences: isColoured ? `\\u001B\\[(?:${styles.flatMap((style) => inspect.colors[style]).join('|')})m` : '(?!)',
  }
}

/** FORCE_COLOR decides if it is set, then NO_COLOR (https://no-color.org), then whether the output is a terminal. */
function usesColour(isTerminal: boolean, { FORCE_COLOR: force, NO_COLOR: no, TERM: term }: Environment): boolean {
  if (force !== undefined) return force !== '0' && force !== 'false'
  if (no) return false
  return isTerminal && term !== 'dumb'
}
