/** A line that cannot be read is a missing bank: the service would report a real bank as unknown. */
import type { Rule } from '../rule.ts'

export const readable: Rule = {
  name: 'readable',
  summary: 'Every line is a record as data/README.md describes it.',
  find: ({ unreadable }) => unreadable,
}
