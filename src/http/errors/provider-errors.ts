/** Errors under `/compat/` in the shape of the payment provider that the path imitates, because its clients parse no other. */
import { objectSchema } from '../../directory/records/json-schema.ts'
import { decodePercent } from './redaction.ts'

export interface ProviderErrors {
  body(message: string): object
  schema: object
}

const message = { type: 'string', description: 'What is wrong and how to fix it' } as const

export const paystackErrors: ProviderErrors = {
  body: (sentence) => ({ status: false, message: sentence }),
  schema: objectSchema('PaystackError', {
    status: { type: 'boolean', const: false, description: 'Always false' },
    message,
  }),
}

export const flutterwaveErrors: ProviderErrors = {
  body: (sentence) => ({ status: 'error', message: sentence, data: null }),
  schema: objectSchema('FlutterwaveError', {
    status: { type: 'string', const: 'error', description: 'Always `error`' },
    message,
    data: { type: 'null', description: 'Always null' },
  }),
}

const byProvider: Record<string, ProviderErrors> = { paystack: paystackErrors, flutterwave: flutterwaveErrors }

/** Also matches duplicate slashes, which a base URL with a slash at the end causes. */
const compatPath = /^(?:https?:\/\/[^/]*)?\/+compat(?:\/+([a-z]*)|(?=$|\?))/i
const encodedPath = /^[^?]*%/

/** The router decodes paths, so `/%63ompat/` is one of them. */
const matchCompat = (url: string): RegExpExecArray | null =>
  compatPath.exec(encodedPath.test(url) ? decodePercent(url) : url)

/** Whether the path imitates a provider. Its clients send a secret of the provider, so no header is read as one of our keys. */
export const isCompatUrl = (url: string): boolean => matchCompat(url) !== null

/** Returns the body of the error as the provider writes it; undefined if the path does not imitate one. */
export function providerErrorBody(url: string, sentence: string): string | undefined {
  const [, provider = ''] = matchCompat(url) ?? []
  const errors = byProvider[provider.toLowerCase()]
  return errors && JSON.stringify(errors.body(sentence))
}
