/** The form that reports an error. The answers arrive in the body, so that they are neither in the URL nor in a log. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BankDetail } from '../../directory/records/bank-record.ts'
import type { ReportedThing } from '../../site/report/report-page.ts'
import { answerLimits } from '../../site/report/report-text.ts'
import { looksPrivate } from '../../site/views/text/identifier-guess.ts'
import { textParameter } from '../parsers/page-query.ts'
import { pageHeaders } from '../responses/common-headers.ts'
import { replyWithPage, replyWithPrivatePage } from '../responses/page-response.ts'

const path = '/report'

export function reportRoute(app: FastifyInstance): void {
  app.get(path, {
    config: { isPage: true },
    handler: async (request, reply) => {
      const about = reportedThing(request)
      if (about === undefined) return replyNotFound(request, reply)
      const site = await request.snapshot.loadSite()
      return replyWithPage(request, reply, site, () => site.explorer.report(about))
    },
  })
  app.post<{ Body?: ReadonlyMap<string, string> }>(path, {
    config: { isPage: true, isForm: true },
    handler: async (request, reply) => {
      const about = reportedThing(request)
      if (about === undefined) return replyNotFound(request, reply)
      const site = await request.snapshot.loadSite()
      const answer = (name: keyof typeof answerLimits): string =>
        (request.body?.get(name) ?? '').replaceAll('\r\n', '\n').trim().slice(0, answerLimits[name]).toWellFormed()
      const answers = { right: answer('right'), proof: answer('proof') }
      return replyWithPrivatePage(request, reply, site, () => site.explorer.report(about, answers))
    },
  })
}

/** Returns undefined for an unknown bank. An unknown country is left out. */
function reportedThing(request: FastifyRequest): ReportedThing | undefined {
  const { directory } = request.snapshot
  const id = textParameter(request, 'bank').toLowerCase()
  if (id === '') return { country: directory.findCountry(textParameter(request, 'country')) }
  const json = directory.findBank(id)
  if (json === undefined) return undefined
  const bank = JSON.parse(json) as BankDetail
  return { bank, country: directory.findCountry(bank.country) }
}

const nearMax = 3

async function replyNotFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { snapshot, server, admission } = request
  const id = textParameter(request, 'bank').slice(0, 80)
  const site = await snapshot.loadSite()
  let near: { id: string; name: string }[] = []
  // Account numbers do not belong in URLs, so do not repeat one.
  const isPrivate = looksPrivate(id)
  if (!isPrivate) {
    const [, code = '', words = id] = /^([a-z]{2})-(.+)$/i.exec(id) ?? []
    const lookups = await snapshot.loadLookups()
    const query = { text: words.replaceAll('-', ' '), country: snapshot.directory.findCountry(code), limit: nearMax }
    const json = await server.scheduler.runUninterrupted(
      admission.address,
      lookups.search({ ...query, offset: 0, status: 'any' }),
    )
    near = JSON.parse(json).banks
  }
  const page = site.explorer.unknownReport(isPrivate ? '…' : id, near)
  return reply
    .code(404)
    .headers({ ...pageHeaders, 'Error-Code': 'bank_unknown', 'Cache-Control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page)
}
