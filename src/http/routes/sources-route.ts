/** The page with the sources of the data. It is rendered for each request, because there is one for each combination of filters. */
import type { FastifyInstance } from 'fastify'
import { redistributions } from '../../directory/records/source.ts'
import { sourcesPath } from '../../site/pages/sources-page.ts'
import { numberParameter, textParameter } from '../parsers/page-query.ts'
import { replyWithPage } from '../responses/page-response.ts'

export function sourcesRoute(app: FastifyInstance): void {
  app.get(sourcesPath, {
    config: { isPage: true },
    handler: async (request, reply) => {
      const { directory, loadSite } = request.snapshot
      const site = await loadSite()
      const terms = textParameter(request, 'terms')
      const query = {
        country: directory.findCountry(textParameter(request, 'country')),
        terms: redistributions.find((one) => one === terms),
        page: numberParameter(request, 'page', 1, directory.packed.sources.size),
      }
      const citations = await site.countCitations()
      return replyWithPage(request, reply, site, () => site.renderSources(citations, query))
    },
  })
}
