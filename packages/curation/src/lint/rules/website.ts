/**
 * Reports malformed website URLs. People open their bank's website and type their password there, so a typo in the URL
 * is worse than a dead link. The rule does not check whether the site responds, or whether it uses TLS.
 */
import { isCountry } from '../../../../../src/identifiers/bic.ts'
import { type Fault, quoted, type Rule } from '../rule.ts'

export const website: Rule = {
  name: 'website',
  summary: 'A website is a valid URL in its simplest form.',
  *findInBank({ website: address }) {
    const fault = address === undefined ? undefined : faultOf(address)
    if (fault) yield [`website ${quoted(address as string)} ${fault[0]}`, fault[1]]
  },
}

const host = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/** The accepted top-level domains, apart from country domains. Add new ones here. */
const domains = new Set(
  'bank biz com coop creditunion edu eu financial gov info insurance net online org tirol uk'.split(' '),
)

function faultOf(address: string): Fault | undefined {
  const { hostname, port, username, hash, search, pathname, origin, href } = new URL(address)
  if (username !== '' || port !== '') return ['contains a user name or a port', 'write the URL that customers open']
  if (!host.test(hostname) || /\bw{4,}\.|www\.www/.test(hostname)) return ['has an invalid host', 'correct it']
  const domain = hostname.slice(hostname.lastIndexOf('.') + 1)
  if (!isCountry(domain.toUpperCase()) && !domains.has(domain)) {
    return [`ends in .${domain}, an unknown top-level domain`, 'correct it, or add the domain to the rule']
  }
  if (hash !== '' || search !== '' || address.endsWith('#')) return ['contains a query or a fragment', 'remove it']
  const short = pathname === '/' ? origin : href
  return address === short ? undefined : ['is not in its simplest form', `write ${short}`]
}
