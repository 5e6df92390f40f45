/** A phrase in two entries for the same language chooses the schemes of both. */
import { intentWordsError } from '../../../../../src/dataset/tables/intent-words.ts'
import { entryFinding, type Rule } from '../rule.ts'

export const intentWords: Rule = {
  name: 'intent-words',
  summary: 'The words for kinds of codes choose known code schemes, and no language has a phrase twice.',
  *find({ tables, schemes }) {
    const seen = new Map<string, string>()
    for (const entry of tables.intentWords) {
      const { id, words } = entry.row
      const fault = intentWordsError(entry.row, schemes)
      if (fault !== null) yield entryFinding(entry, fault, 'correct it')
      for (const [language, phrases] of Object.entries(words)) {
        for (const phrase of phrases) {
          const key = `${language} ${phrase.toLowerCase()}`
          const other = seen.get(key)
          if (other !== undefined) yield entryFinding(entry, `${id}: ${other} has "${phrase}", too`, 'remove one')
          seen.set(key, id)
        }
      }
    }
  },
}
