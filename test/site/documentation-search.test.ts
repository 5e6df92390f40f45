/**
 * Questions as people type them into the search of the documentation, each with the pages or sections that answer it. The
 * held-out questions were not used to tune the search.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { createSearchEngine } from '../../src/site/client/documentation/search/search-engine.ts'
import { startService } from '../support/services/service.ts'

interface Question {
  askedBy: string
  text: string
  /** `limits` stands for the page and its sections, `keys#issue-a-key` for one section. */
  answers: string[]
}

function readQuestions(): Question[] {
  const file = readFileSync(new URL('documentation-questions.tsv', import.meta.url), 'utf8')
  const [, ...rows] = file.trimEnd().split('\n')
  return rows.map((row) => {
    const [askedBy = '', text = '', answers = ''] = row.split('\t')
    return { askedBy, text, answers: answers.split(' ') }
  })
}

async function openSearch(t: TestContext): Promise<(text: string) => string[]> {
  const { url } = await startService(t)
  const search = createSearchEngine(await (await fetch(`${url}/docs/1.0/search-index.json`)).json())
  return (text) => search(text).flatMap(({ entries }) => entries.map(({ path }) => path))
}

const isAnswer = ({ answers }: Question, path: string): boolean =>
  answers.includes(path) || answers.includes(path.split('#')[0] as string)

test('questions are answered by the first or second result', async (t) => {
  const search = await openSearch(t)
  const questions = readQuestions()
  assert.ok(questions.length > 150, `${questions.length} questions`)
  const found = questions.filter((question) =>
    search(question.text)
      .slice(0, 2)
      .some((path) => isAnswer(question, path)),
  )
  assert.ok(found.length >= 70, `${found.length} of ${questions.length}`)
})
