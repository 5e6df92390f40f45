/**
 * The highlighter of the documentation, which the build bundles for the server: highlight.js with the languages of our
 * examples. Only the build imports this file.
 */
import hljs from 'highlight.js/lib/core'
import css from 'highlight.js/lib/languages/css'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { shell, withCalls } from './highlighter-grammars.ts'

const languages = {
  css,
  go: withCalls(go),
  http,
  ini,
  javascript,
  json,
  nginx,
  php,
  python: withCalls(python),
  shell,
  sql,
  typescript,
  xml,
  yaml,
}
for (const [name, grammar] of Object.entries(languages)) hljs.registerLanguage(name, grammar)
hljs.configure({ classPrefix: 'hl-' })

/** The names in our Markdown that differ from those of highlight.js. */
const aliases: Record<string, string> = {
  py: 'python',
  sh: 'shell',
  fetch: 'typescript',
  ts: 'typescript',
  tsx: 'typescript',
  angular: 'typescript',
  jsx: 'javascript',
  js: 'javascript',
  jsonc: 'json',
  html: 'xml',
  svelte: 'xml',
  vue: 'xml',
}

/** Returns the code as HTML, or undefined if there is no grammar for the language. */
export function highlight(code: string, language: string): string | undefined {
  const name = aliases[language] ?? language
  return name in languages ? hljs.highlight(code, { language: name }).value : undefined
}
