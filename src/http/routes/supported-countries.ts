/** The countries for which bank lookup is supported. The interface names no method, so several are answered alike. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { supportedCountrySchema } from '../../directory/records/country.ts'
import { objectSchema } from '../../directory/records/json-schema.ts'
import { acceptAnyBody } from '../parsers/raw-body.ts'
import { replyPrepared } from '../responses/prepared-response.ts'

export const supportedCountriesSchema = objectSchema('SupportedCountries', {
  revision: { type: 'string', description: 'State of the data' },
  count: { type: 'integer', description: 'Number of countries and regions' },
  countries: { type: 'array', items: supportedCountrySchema, description: 'In the order of a menu' },
})

export function supportedCountriesRoute(app: FastifyInstance): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    replyPrepared(request, reply, request.edition.lists.countries)
  const schema = {
    summary: 'The countries for which bank lookup is supported',
    description: 'GET, HEAD, POST and QUERY answer alike; a body of any kind is ignored.',
    response: { 200: supportedCountriesSchema },
  }
  const config = { inInterface: true }
  app.register(async (scope) => {
    acceptAnyBody(scope)
    scope.get('/v1/supported-countries/', { schema, config, handler: answer })
    scope.route({ method: ['POST', 'QUERY'], url: '/v1/supported-countries/', schema, config, handler: answer })
  })
}
