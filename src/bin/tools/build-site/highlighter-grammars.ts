/** What highlight.js lacks for our examples: the words of a shell command, and function calls in Go and Python. */
import type { LanguageFn, Mode } from 'highlight.js'

const call: Mode = { scope: 'title.function', match: /\b[A-Za-z_]\w*(?=\()/ }

/** Adds function calls to a grammar. Its own rules come first, so that definitions and keywords stay as they are. */
export const withCalls =
  (grammar: LanguageFn): LanguageFn =>
  (hljs) => {
    const language = grammar(hljs)
    const keywords = { scope: 'keyword', match: /\b(?:func|if|for|switch|return|and|or|not|in)\b(?=\s*\()/ }
    return { ...language, contains: [...language.contains, keywords, call] }
  }

const variable: Mode = { scope: 'variable', match: /\$(?:\w+|\{[^}]*\})/ }

/** A command line: program, options, strings and variables. A URL is one token, quoted or not. */
export const shell: LanguageFn = (hljs) => {
  const substitution: Mode = { scope: 'subst', begin: /\$\(/, end: /\)/ }
  const program: Mode = {
    scope: 'title.function',
    match: /(?:(?<=^[ \t]*(?:\w+=\S* )*)|(?<=(?:\||&&|;|\$\() *))[\w./@-]+(?=\s|$)(?!=)/m,
  }
  const words: Mode[] = [
    hljs.HASH_COMMENT_MODE,
    { scope: 'string', begin: /'/, end: /'/ },
    { scope: 'string', begin: /"/, end: /"/, contains: [hljs.BACKSLASH_ESCAPE, variable, substitution] },
    { scope: 'string', match: /\bhttps?:\/\/[^\s'"|)]+/ },
    substitution,
    variable,
    { scope: 'attr', match: /(?<=\s)--?[A-Za-z][\w-]*/ },
    { scope: 'punctuation', match: /\\$|\|\|?|&&|[<>]{1,2}/m },
    program,
  ]
  substitution.contains = words
  return { name: 'Shell', contains: words }
}
