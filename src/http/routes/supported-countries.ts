/** The countries for which bank lookup is supported. The interface names no method, so several are answered alike. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { supportedCountrySchema } from '../../directory/records/country.ts'
import { whole } from '../../directory/records/json-schema.ts'
import { takeAnyBody } from '../parsers/raw-body.ts'
import { replyBody } from '../responses/prepared-response.ts'

export const supportedCountriesSchema = whole('SupportedCountries', {
  revision: { type: 'string', description: 'State of the data' },
  count: { type: 'integer', description: 'Number of countries and regions' },
  countries: { type: 'array', items: supportedCountrySchema, description: 'In the order of a menu' },
})

export function supportedCountriesRoute(app: FastifyInstance): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    replyBody(request, reply, request.edition.lists.countries)
  const schema = {
    summary: 'The countries for which bank lookup is supported',
    description: 'GET, HEAD, POST and QUERY answer alike; a body of any kind is ignored.',
    response: { 200: supportedCountriesSchema },
  }
  const config = { inInterface: true }
  app.register(async (scope) => {
    takeAnyBody(scope)
    scope.get('/v1/supported-countries/', { schema, config, handler: answer })
    scope.route({ method: ['POST', 'QUERY'], url: '/v1/supported-countries/', schema, config, handler: answer })
  })
}
