/** The sentences of the command line for the errors of a lookup. They name options and commands. */
import { type LookupError, type LookupErrorCode, quoteValue } from '../../../../directory/requests/lookup-error.ts'
import { Failure, UsageError } from '../../command.ts'

const listHint = 'bank-lookup countries lists all countries.'

const sentences: Partial<Record<LookupErrorCode, (details: LookupError['details']) => string>> = {
  country_malformed: ({ value }) => `Unsupported country "${value}"; ${listHint}`,
  country_unsupported: ({ input, reason, suggestion, suggestion_name: name }) => {
    const near = suggestion === undefined ? '' : `did you mean ${name} (${suggestion})? `
    return `Unsupported country "${input}"; ${reason ?? `${near}${listHint}`}`
  },
  parameter_malformed: ({ name, value, allowed, reason }) =>
    `--${name} is ${quoteValue(value)}; ${reason ?? `use ${allowed}.`}`,
  query_too_long: ({ limit }) => `The text is longer than ${limit} characters; shorten it.`,
  identifier_malformed: ({ limit }) => `The identifier is longer than ${limit} characters; check it.`,
}

/** The details that a sentence cannot do without. */
const needed: Partial<Record<LookupErrorCode, readonly string[]>> = {
  parameter_malformed: ['name', 'allowed'],
  query_too_long: ['limit'],
  identifier_malformed: ['limit'],
}

/** Whether the details have everything that the sentence of the command line needs. */
export const canExplain = ({ code, details }: LookupError): boolean =>
  (needed[code] ?? []).every((name) => details[name] !== undefined)

export function toCommandError({ code, details, message }: LookupError): Error {
  const write = sentences[code]
  return write ? new UsageError(write(details)) : new Failure(message)
}
