/** Long lookups of MCP run in steps, so that a server can serve other requests between them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finish, hasSteps } from '../../src/directory/run-to-end.ts'
import type { McpContext } from '../../src/mcp/mcp-context.ts'
import { tools } from '../../src/mcp/tools.ts'
import { shippedLookups } from '../support/data/shipped-lookups.ts'

const longCalls: [tool: string, input: object][] = [
  ['search_banks', { query: 'zenith' }],
  ['search_banks', { country: 'NG' }],
  ['get_bank', { id: 'zenith bank' }],
  ['resolve_identifier', { identifiers: ['zenith 1000000001', 'access 0000014579'] }],
]

for (const [name, input] of longCalls) {
  test(`${name} with ${JSON.stringify(input)} gives its steps to the server`, async () => {
    const started: boolean[] = []
    const context: McpContext = {
      loadLookups: () => shippedLookups(),
      run: (start) => {
        const work = start()
        started.push(hasSteps(work))
        return finish(work)
      },
      charge: async () => undefined,
      readDocuments: async () => [],
      reportFault: assert.fail,
    }
    const tool = tools.find((one) => one.name === name) ?? assert.fail(name)
    // A tool may throw the sentence that the client gets.
    await Promise.resolve(tool.run(input as never, context)).catch((error) => assert.match(error.message, /Similar: /))
    assert.ok(started.length > 0)
    assert.ok(started.every((hasOwnSteps) => hasOwnSteps))
  })
}
