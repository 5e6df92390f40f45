import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountLikeNumbers, composedReport, type ReportSubject, reportAddress, reportText } from './report-text.ts'

const subject: ReportSubject = {
  title: 'Wrong data: A & B <Bank> (ng-a)',
  facts: ['CBN bank code 057', 'NIP institution code 000015'],
  codes: ['057', '000015'],
  codePatterns: ['^\\d{6}$'],
}
const answers = { right: 'The code is 000016.', proof: 'https://a.example/list' }
const text = reportText(subject, answers)

test('the text has the answers before the facts', () => {
  assert.match(
    text,
    /^Wrong data: .*\n\nWhat is right:\nThe code is 000016\.\n\nProof:\nhttps:\/\/a.*\n\nIn the directory:\nCBN/s,
  )
})

test('a mail has subject and body, encoded so that a mail program reads them back', () => {
  const { address, isShortened } = reportAddress('mailto:data@a.example', subject.title, text)
  const url = new URL(address)
  assert.equal(url.pathname, 'data@a.example')
  assert.equal(url.searchParams.get('subject'), subject.title)
  assert.equal(url.searchParams.get('body'), text.replaceAll('\n', '\r\n'))
  assert.doesNotMatch(address, /\+/, 'mail programs do not read + as a space')
  assert.equal(isShortened, false)
})

test('a form gets title and body as parameters, or where the placeholders are', () => {
  const addresses = [
    ['https://a.example/new', 'title', 'body'],
    ['https://a.example/new?labels=data#top', 'title', 'body'],
    ['https://a.example/new?issue[title]={title}&issue[description]={body}', 'issue[title]', 'issue[description]'],
    ['https://a.example/new?summary={title}&description={body}&type=1', 'summary', 'description'],
  ] as const
  for (const [target, title, body] of addresses) {
    const url = new URL(reportAddress(target, subject.title, text).address)
    assert.equal(url.origin, 'https://a.example')
    assert.equal(url.searchParams.get(title), subject.title, target)
    assert.equal(url.searchParams.get(body), text, target)
    assert.equal(url.hash, new URL(target).hash)
  }
})

test('a long text is cut at the end, and the link stays short enough for mail programs and web servers', () => {
  const long = reportText({ ...subject, facts: Array.from({ length: 500 }, (_, at) => `Code ${at} – é`) }, answers)
  for (const [target, max] of [
    ['mailto:data@a.example', 1_800],
    ['https://a.example/new', 6_000],
  ] as const) {
    const { address, isShortened } = reportAddress(target, subject.title, long)
    assert.ok(address.length <= max && address.length > max - 100, `${address.length}`)
    assert.ok(isShortened)
    assert.match(new URL(address).searchParams.get('body') ?? '', /000016.*…$/s)
  }
  const oneLine = reportText(subject, { ...answers, right: 'ب'.repeat(2000) })
  assert.ok(reportAddress('mailto:data@a.example', subject.title, oneLine).address.length <= 1_800)
})

test('six or more digits may be an account number, unless they are a code of the bank, a date or part of a link', () => {
  const found = (right: string): string[] => accountLikeNumbers(subject, { right, proof: '' })
  assert.deepEqual(found('Account 0123456789, or 0123 456 789.'), ['0123456789', '0123 456 789'])
  assert.deepEqual(found('Codes 057 and 000015 since 2026-11-14, see https://a.example/123456789'), [])
  assert.deepEqual(found('It is 000016.'), ['000016'])
})

test('a link to the web has no number that can only be an account number; a mail and the text keep it', () => {
  const linkFor = (target: string, right: string, proof = ''): string | undefined =>
    /<a [^>]*href="([^"]+)"/.exec(composedReport({ ...subject, target }, { right, proof }).text)?.[1]
  assert.match(linkFor('https://a.example/new', 'It is 000016.') ?? '', /000016/)
  assert.equal(linkFor('https://a.example/new', 'It is 000016, account 0123456789.'), undefined)
  assert.equal(linkFor('https://a.example/new', 'It is 000016.', 'account 0123456789'), undefined)
  assert.match(linkFor('mailto:a@a.example', 'account 0123456789') ?? '', /0123456789/)
})

test('without an address, the text is to be copied, and a typed text is no markup', () => {
  const { text: markup } = composedReport(subject, { right: '<img src=x>', proof: '' })
  assert.match(markup, /operator of this service/)
  assert.doesNotMatch(markup, /<img|href=/)
  assert.match(
    composedReport({ ...subject, target: 'mailto:a@a.example' }, answers).text,
    /href="mailto:a@a\.example\?subject=/,
  )
})
