/**
 * People follow the address of their bank and type their password there, so a slip in it is more than a dead link.
 * Whether the site answers, and whether over TLS, is not judged.
 */
import { isCountry } from '../../../identifiers/iso-countries.ts'
import { bankFinding, type Finding, type LintedData, quoted, type Rule } from '../rule.ts'

export const website: Rule = {
  name: 'website',
  summary: 'A website is an address that can exist, in its plain form.',
  find,
}

const host = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/** Beside those of countries; a new one needs a word here. */
const domains = new Set(
  'bank biz com coop creditunion edu eu financial gov info insurance net online org tirol uk'.split(' '),
)

function* find({ banks }: LintedData): Iterable<Finding> {
  for (const located of banks) {
    const { website: address } = located.bank
    const fault = address === undefined ? undefined : faultOf(address)
    if (fault) yield bankFinding(located, `its website ${quoted(address as string)} ${fault[0]}`, fault[1])
  }
}

function faultOf(address: string): [problem: string, fix: string] | undefined {
  const { hostname, port, username, hash, search, pathname, origin, href } = new URL(address)
  if (username !== '' || port !== '') return ['has a user or a port in it', 'give the address that customers use']
  if (!host.test(hostname) || /\bw{4,}\.|www\.www/.test(hostname)) return ['has no host that can exist', 'correct it']
  const domain = hostname.slice(hostname.lastIndexOf('.') + 1)
  if (!isCountry(domain.toUpperCase()) && !domains.has(domain)) {
    return [`ends in .${domain}, which we do not know`, 'correct it, or add the domain to the rule']
  }
  if (hash !== '' || search !== '' || address.endsWith('#')) return ['has a query or a fragment', 'leave it out']
  const short = pathname === '/' ? origin : href
  return address === short ? undefined : ['is not in its plain form', `write ${short}`]
}
