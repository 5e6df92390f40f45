/** Prints why each bank is in a search result: what matched, and the parts of its score. */
import { printable } from '../../../dataset/printable.ts'
import type { ExplainedBank } from '../../../library/bank-directory.ts'
import type { Screen } from '../terminal/screen.ts'
import { formatTable } from '../terminal/table.ts'

export const formatExplanations = (banks: readonly ExplainedBank[], screen: Screen): string =>
  banks.map((bank, at) => formatOne(bank, at + 1, screen)).join('\n')

function formatOne(bank: ExplainedBank, rank: number, screen: Screen): string {
  const { id, name, matched, explanation } = bank
  const head = `${rank}. ${screen.paint('bold', name)}  ${screen.paint('dim', id)}\n`
  const what = `   ${matched.field.replaceAll('_', ' ')}: ${highlighted(matched, screen)}\n`
  if (!explanation) return head + what
  const { words, name: parts, popularity, locationBoost, schemeBoost, penalty, requiredGain, total } = explanation
  const wordRows = words.map(({ typed, matched: word, similarity, share, score }) => ({
    typed,
    word: word ?? '-',
    similarity: similarity.toFixed(2),
    share: share.toFixed(2),
    score: (score * share).toFixed(3),
  }))
  const table = formatTable(
    wordRows,
    [
      { header: 'typed', value: ({ typed }) => typed },
      { header: 'matched', value: ({ word }) => word },
      { header: 'similarity', value: ({ similarity }) => similarity, align: 'right' },
      { header: 'share', value: ({ share }) => share, align: 'right' },
      { header: 'score', value: ({ score }) => score, align: 'right' },
    ],
    screen,
  )
  const sums = [
    ['words', parts.words],
    ['coverage', parts.coverage],
    ['first word', parts.firstWord],
    ['order', parts.order],
    ['whole name', parts.wholeName],
    ['popularity', popularity],
    ['location', locationBoost],
    ['scheme', schemeBoost],
    ['penalty', -penalty],
    ['rewrite', -requiredGain],
  ] as const
  const terms = sums.filter(([, value]) => value !== 0).map(([label, value]) => `${label} ${value.toFixed(3)}`)
  return `${head}${what}${indent(table)}   ${terms
    .join(' + ')
    .replaceAll('+ -', '- ')
    .replaceAll(/(- \w+ )-/g, '$1')} = ${screen.paint('bold', total.toFixed(3))}\n`
}

/** The text that matched, with the matching characters underlined. */
function highlighted({ text, spans }: ExplainedBank['matched'], screen: Screen): string {
  let shown = ''
  let at = 0
  for (const [start = 0, end = 0] of spans) {
    shown += printable(text.slice(at, start)) + screen.paint('underline', text.slice(start, end))
    at = end
  }
  return shown + printable(text.slice(at))
}

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '   ')
