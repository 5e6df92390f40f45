/** A line that cannot be read is a bank that is not there: whoever sends it money is told that it does not exist. */
import type { Rule } from '../rule.ts'

export const readable: Rule = {
  name: 'readable',
  summary: 'Every line is a record as data/README.md describes it.',
  find: ({ unreadable }) => unreadable,
}
