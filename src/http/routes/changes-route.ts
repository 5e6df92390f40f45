/** `GET /v1/changes`: the changes in the lists since the revision that the caller has. */
import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { countryInputPattern } from '../../directory/records/country-record.ts'
import { count, objectSchema } from '../../directory/records/json-schema.ts'
import { changeSchema, type Release, revisionPattern } from '../../directory/records/list-change.ts'
import { isDate } from '../../directory/views/changes-since.ts'
import { apiPaths } from '../api-paths.ts'
import { listProblems, optionalCountryProblems, problem, quoted } from '../errors/problems.ts'
import { replyCached } from '../responses/response-cache.ts'

const querySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['since'],
  properties: {
    since: {
      type: 'string',
      description: 'Revision of your copy, or a date: the changes of the releases on or after it',
      examples: ['2026-11-14.3f9a1c20'],
    },
    country: {
      type: 'string',
      pattern: countryInputPattern,
      description: 'Only changes to banks in this country or region',
      examples: ['ng'],
    },
  },
} as const

export const changesSchema = objectSchema('Changes', {
  from: {
    type: 'string',
    description: 'The revision in `since`; for a date, the revision before the first release on or after it',
  },
  to: { type: 'string', description: 'The revision of your copy after all changes are applied' },
  count: count('Number of changes'),
  changes: { type: 'array', items: changeSchema, description: 'One change per bank, sorted by id' },
})

export function changesRoute(app: FastifyInstance): void {
  app.get<{ Querystring: FromSchema<typeof querySchema> }>(apiPaths.changes, {
    schema: {
      operationId: 'listChanges',
      tags: ['Changes'],
      summary: 'List the changes since a revision or a date',
      description: 'What to replace and what to remove in a copy of the lists, to make it up to date.',
      querystring: querySchema,
      response: { 200: changesSchema },
    },
    config: { problems: ['since_missing', 'revision_unknown', ...optionalCountryProblems, ...listProblems] },
    handler: async (request, reply) => {
      const { revision, requireCountry, changesSince, packed } = request.snapshot.directory
      const since = readSince(request.query.since)
      const country = request.query.country === undefined ? undefined : requireCountry(request.query.country)
      const changes = changesSince(since, country)
      if (!changes) {
        const details = { value: quoted(since), revision: quoted(revision) }
        throw problem('revision_unknown', details, {}, isDate(since) ? adviceOnDate(since, packed.releases) : undefined)
      }
      const key = `changes ${since} ${country?.code}`
      const build = function* (): Generator<void, Buffer> {
        return changesJson(changes.from, revision, yield* changes.steps)
      }
      return replyCached(request, reply, key, build)
    },
  })
}

function changesJson(from: string, to: string, changes: string[]): Buffer {
  const head = JSON.stringify({ from, to, count: changes.length })
  return Buffer.from(`${head.slice(0, -1)},"changes":[${changes.join(',')}]}`)
}

/** Returns undefined if the releases go back to that date: then the members of a region have changed. */
function adviceOnDate(date: string, [oldest]: readonly Release[]): string | undefined {
  if (oldest && date >= oldest.date) return undefined
  const known = oldest ? `the oldest known release is of ${oldest.date}` : 'no release is known'
  return `${known}. Fetch the full list and continue from its revision.`
}

const revisionFormat = new RegExp(revisionPattern)

function readSince(text: string): string {
  if (text.trim() === '') throw problem('since_missing', {})
  if (revisionFormat.test(text) || isDate(text)) return text
  const allowed = 'the revision of a list, such as 2026-11-14.3f9a1c20, or a date such as 2026-11-01'
  throw problem('parameter_malformed', { name: 'since', value: quoted(text), allowed })
}
