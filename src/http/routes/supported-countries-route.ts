/** `/v1/supported-countries/`: the supported countries. Interface 1.0 specifies no method, so several are accepted. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { supportedCountriesSchema } from '../../directory/records/list-schemas.ts'
import { apiPaths } from '../api-paths.ts'
import { acceptAnyBody } from '../parsers/raw-body.ts'
import { replyWith } from '../responses/send-response.ts'

export function supportedCountriesRoute(app: FastifyInstance): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    replyWith(request, reply, request.snapshot.lists.countries)
  const schema = {
    operationId: 'listSupportedCountries',
    tags: ['Countries'],
    summary: 'List the supported countries',
    description: 'GET, HEAD, POST and QUERY return the same response. A request body is ignored.',
    response: { 200: supportedCountriesSchema },
  }
  const config = { inInterface: true }
  app.register(async (scope) => {
    acceptAnyBody(scope)
    scope.get(apiPaths.supportedCountries, { schema, config, handler })
    scope.route({
      method: ['POST', 'QUERY'],
      url: apiPaths.supportedCountries,
      schema: { ...schema, operationId: 'listSupportedCountriesByPost' },
      config,
      handler,
    })
  })
}
