import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { postJson, shippedDirectory } from '../../test/service.ts'
import { openKeyTable } from '../keys/table.ts'
import { answerAhead } from './ahead.ts'
import { openDoor } from './door.ts'
import { makeLists } from './lists.ts'
import { openReadyAnswers } from './ready-answers.ts'

test('the usual requests never reach the framework, and while closing every request does', async (t) => {
  const directory = shippedDirectory()
  const ready = openReadyAnswers(directory, await makeLists(directory, {}))
  let isClosing = false
  const server = createServer(
    answerAhead({
      edition: () => ({ ready }),
      door: openDoor({ keys: openKeyTable(), quotas: 'off', addressOf: () => '' }),
      framework: (_, response) => void response.writeHead(503).end(),
      closing: () => isClosing,
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const usual = [
    () => postJson(`${url}/v1/banks`, '{"country":"ng"}'),
    () => postJson(`${url}/v1/banks/`, '{"country":"UK"}', { 'Accept-Encoding': 'br' }),
    () => fetch(`${url}/v1/banks?country=ng`),
    () => fetch(`${url}/v1/banks/?country=NG`),
    () => fetch(`${url}/v1/supported-countries/`),
    () => fetch(`${url}/v1/supported-countries`, { method: 'POST' }),
  ]
  for (const ask of usual) assert.equal((await ask()).status, 200)
  isClosing = true
  for (const ask of usual) assert.equal((await ask()).status, 503)
})
