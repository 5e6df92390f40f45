/** The parts of the OpenAPI document that are about the API as a whole: terms, tags, servers, keys. */
import type { Schema } from './route-description.ts'

const introduction = `Banks by country, with their codes.

**Errors** are plain text. With \`Accept: application/json\` they are problem details (RFC 9457). The header \`Error-Code\`
has the same code as the body.

**Web pages** of all origins may call the API: every response has \`Access-Control-Allow-Origin: *\`, and
\`Access-Control-Expose-Headers\` names the headers that scripts may read.

**Additions.** Within version 1.0, responses may gain fields, and a property with \`x-extensible-enum\` may have values that
are not listed there. Ignore unknown fields, and treat an unknown value like any other.

**Terms.** The licence MIT is that of the code and of this description. It does not cover the data in the responses: each
fact comes from a source with terms of its own, which \`GET /v1/banks/{id}\` returns in \`sources\` and \`redistribution\`.
`

/** The subjects of the operations, in the order of the reference. */
export const tags = [
  { name: 'Countries', description: 'The supported countries and regions' },
  { name: 'Banks', description: 'Lists of banks, search, and one bank in detail' },
  { name: 'Identifiers', description: 'The banks that an IBAN, a BIC, a bank code or an account number belongs to' },
  { name: 'Accounts', description: 'The fields of an account form, and their check' },
  { name: 'Providers', description: 'Lists in the form of payment providers, for menus that were written for one' },
  { name: 'Changes', description: 'How to keep a copy of the lists up to date' },
  { name: 'Records', description: 'Records of interface 1.0' },
  { name: 'Service', description: 'The service itself: its description and its health' },
]

export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'A public hash key, live or demo' },
  header: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Public-Hash-Key',
    description: 'The same key, if `Authorization` is already in use, for example by a proxy',
  },
}

export function describeApi(baseUrl: string): Schema {
  return {
    info: {
      title: 'Bank Lookup Service',
      version: '1.0',
      summary: 'Banks by country, with their codes',
      description: introduction,
      termsOfService: `${baseUrl}/docs/1.0/data#sources-and-licences`,
      license: { name: 'MIT, for the code; the data has its own terms', identifier: 'MIT' },
    },
    externalDocs: { description: 'Documentation', url: `${baseUrl}/docs/1.0/` },
    servers: [{ url: baseUrl || '/' }],
  }
}
