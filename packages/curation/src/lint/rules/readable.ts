/**
 * Reports lines that cannot be read. Their banks would be missing, and the service would report real banks as unknown.
 */
import type { Rule } from '../rule.ts'

export const readable: Rule = {
  name: 'readable',
  summary: 'Every line is a record as data/README.md describes it.',
  find: ({ unreadable }) => unreadable,
}
