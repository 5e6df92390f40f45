/** If a line cannot be read, its bank is missing, and the service would report a real bank as unknown. */
import type { Rule } from '../rule.ts'

export const readable: Rule = {
  name: 'readable',
  summary: 'Every line is a record as data/README.md describes it.',
  find: ({ unreadable }) => unreadable,
}
