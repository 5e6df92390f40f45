/**
 * The routing numbers that receive FedNow and RTP payments: text files of the Federal Reserve Banks and The Clearing
 * House with one number per line. Their terms do not allow redistribution, so they are imported into an operator's
 * overlay.
 */
import { UnusableFile } from '../../../../src/spreadsheets/unusable-file.ts'
import type { Participant, RailFile } from './rail-file.ts'
import { routingNumber } from './source-row-checks.ts'

const list = (
  name: string,
  rail: string,
  { title, publisher, url }: { title: string; publisher: string; url: string },
): RailFile => ({
  name,
  source: {
    title,
    publisher,
    url,
    licence: 'terms of the publisher; not for redistribution',
    redistribution: 'restricted',
    countries: ['US'],
    fields: ['routing number', 'rail'],
  },
  rails: [rail],
  complete: true,
  rowsMin: 1_000,
  read: (bytes) => numbers(rail, bytes),
})

/** Lines end with CR, LF or both. Lines without a number, such as a title, may come before the first number. */
async function* numbers(rail: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Participant, void, undefined> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  const lines = Buffer.concat(pieces)
    .toString('latin1')
    .split(/\r\n|\r|\n/)
  const seen = new Set<string>()
  for (const [at, text] of lines.entries()) {
    const value = text.trim()
    if (value === '' || (seen.size === 0 && !/\d{9}/.test(value))) continue
    const number = routingNumber(at + 1, 'the routing number', value)
    if (seen.has(number))
      throw UnusableFile.at(at + 1, `the routing number ${number} occurs twice; fetch the file again`)
    seen.add(number)
    const code = { schemes: ['us_aba', 'us_fedwire'], value: number }
    yield { line: at + 1, label: number, rails: [rail], code }
  }
}

export const routingNumberLists: readonly RailFile[] = [
  list('us-fednow', 'us_fednow', {
    title: 'FedNow participants by routing number',
    publisher: 'Federal Reserve Banks',
    url: 'https://www.frbservices.org/financial-services/fednow/organizations',
  }),
  list('us-rtp', 'us_rtp', {
    title: 'RTP participants by routing number',
    publisher: 'The Clearing House',
    url: 'https://www.theclearinghouse.org/payment-systems/rtp/rtn',
  }),
]
