/** Advice for an unknown bank id: callers also send codes, countries and names in its place. */
import type { Lookup } from '../lookups/lookup.ts'
import { Problem, problem, quoted } from './problems.ts'
import { mayHoldAccount } from './redaction.ts'

export async function unknownBank(id: string, lookup: Lookup): Promise<Problem> {
  const missing = lookup.snapshot.directory.lossNotes.missingBank(id)
  if (!missing) return problem('bank_unknown', { value: quoted(id) }, {}, await adviceOnBank(id, lookup))
  const { cause, sentence: reason } = missing
  return new Problem('bank_unknown', { value: quoted(id), cause, reason }, {}, reason)
}

/** Returns undefined if the text resembles nothing in the directory. */
async function adviceOnBank(id: string, lookup: Lookup): Promise<string | undefined> {
  const { directory } = lookup.snapshot
  const spelled = id
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  if (directory.hasBank(spelled)) return `did you mean ${spelled}? Send GET /v1/banks/${spelled}.`
  const country = directory.findCountry(id)
  if (country) return `to list the banks in a country, send GET /v1/banks?country=${country.code.toLowerCase()}.`
  // Do not repeat or look up a number that may be an account: account numbers do not belong in URLs.
  if (mayHoldAccount(id)) return inBody
  if (isCode.test(id)) return adviceOnCode(id, lookup)
  return isName.test(id) ? `search for it with GET /v1/search?q=${toQuery(id)}, ${fromList}` : undefined
}

const inBody = 'to find the bank of a code, an IBAN or an account number, send POST /v1/resolve with it in the body.'
const fromList = 'or use an id from a list such as GET /v1/banks?country=ng.'

/** A BIC, or a short code with at least one digit. */
const isCode = /^(?:[a-z]{6}[a-z\d]{2}(?:[a-z\d]{3})?|(?=.*\d)[a-z\d-]{1,12})$/i
const isName = /^[\p{L}\p{M}\p{N}\s.&'-]{2,60}$/u

const toQuery = (id: string): string => encodeURIComponent(id.trim().replaceAll(/[\s-]+/g, ' ')).replaceAll('%20', '+')

const idsMax = 3

async function adviceOnCode(code: string, { snapshot, scheduler, address }: Lookup): Promise<string | undefined> {
  const { resolve } = await snapshot.loadLookups()
  const json = await scheduler.run(address, () => resolve(code, undefined, view))
  const { readings } = JSON.parse(json) as { readings: { banks: { id: string; relation: string }[] }[] }
  const holders = readings.flatMap(({ banks }) => banks.filter(({ relation }) => relation === 'holder'))
  const ids = [...new Set(holders.map(({ id }) => id))]
  if (ids.length === 0 && !/\d/.test(code)) return `search for it with GET /v1/search?q=${toQuery(code)}, ${fromList}`
  const more = ids.length > idsMax ? ` and ${ids.length - idsMax} more` : ''
  const known = ids.length === 0 ? '' : ` It finds ${ids.slice(0, idsMax).join(', ')}${more}.`
  return `to find the bank of a code, send POST /v1/resolve with the body ${JSON.stringify({ identifier: code })}.${known}`
}

const view = { fields: ['id'], readingsMax: 50, banksMax: 10 } as const
