/** The questions of a payments desk: the tool that the descriptions point to has the answer, and it is short. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { Ajv } from 'ajv'
import { shippedDirectory, startService } from '../support/services/service.ts'
import { wholeProcess } from '../support/whole-process-context.ts'
import { call, connectHttp, questions } from './mcp-client.ts'

let client: Client
before(async () => {
  const { url } = await startService(wholeProcess)
  client = await connectHttp(wholeProcess, url)
})

test('there are 42 questions, and every tool answers some of them', async () => {
  assert.equal(questions.length, 42)
  const { tools } = await client.listTools()
  assert.deepEqual([...new Set(questions.map(({ tool }) => tool))].sort(), tools.map(({ name }) => name).sort())
})

for (const { question, tool, arguments: input, facts } of questions) {
  test(`${tool}: ${question}`, async () => {
    const { text, isError } = await call(client, tool, input)
    assert.equal(isError, false, text)
    for (const fact of facts) assert.ok(text.includes(fact), `${fact} is not in ${text}`)
  })
}

/** More calls as agents make them, over many countries. */
function moreCalls(): { tool: string; arguments: object }[] {
  const { countries } = shippedDirectory()
  const every = (step: number) => countries.filter((_, at) => at % step === 0)
  const ibans = countries.flatMap(({ iban, account_number: { example } }) => (iban && example ? [example] : []))
  return [
    ...every(6).map(({ code }) => ({ tool: 'account_requirements', arguments: { country: code } })),
    ...ibans.slice(0, 15).map((iban) => ({ tool: 'resolve_identifier', arguments: { identifiers: [iban] } })),
    ...every(12).map(({ code }) => ({ tool: 'search_banks', arguments: { country: code } })),
    ...['first national', 'credit union', 'barclays', 'raiffeisen', 'hsbc', 'ecobank', 'citibank'].map((query) => ({
      tool: 'search_banks',
      arguments: { query },
    })),
    ...every(11).map(({ code }) => ({ tool: 'list_countries', arguments: { country: code } })),
  ].slice(0, 100 - questions.length)
}

test('the tools take less than 12 kB, and the median of 100 answers is below 4 kB', async (t) => {
  const { tools } = await client.listTools()
  const listBytes = Buffer.byteLength(JSON.stringify(tools))
  assert.ok(listBytes < 12_000, `the tools take ${listBytes} bytes`)

  const calls = [...questions, ...moreCalls()]
  assert.equal(calls.length, 100)
  const strict = new Ajv({ allowUnionTypes: true, strict: false })
  const validators = new Map(tools.map(({ name, outputSchema }) => [name, strict.compile(closed(outputSchema))]))
  const sizes: number[] = []
  for (const { tool, arguments: input } of calls) {
    const { text, isError, bytes, structured } = await call(client, tool, input)
    assert.equal(isError, false, text)
    assert.deepEqual(structured, JSON.parse(text))
    const validate = validators.get(tool)
    assert.ok(validate?.(structured), `${tool} ${JSON.stringify(input)}: ${JSON.stringify(validate?.errors)}`)
    sizes.push(bytes)
  }
  sizes.sort((a, b) => a - b)
  t.diagnostic(`tools ${listBytes} bytes; answers: median ${sizes[50]}, 90 % ${sizes[90]}, largest ${sizes[99]} bytes`)
  assert.ok((sizes[50] as number) < 4_000, `the median is ${sizes[50]} bytes`)
})

/** Forbids fields that the schema does not name, so that the test finds them. */
function closed(schema: unknown): object {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema as object
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return 'properties' in schema ? { additionalProperties: false, ...inner } : inner
}
