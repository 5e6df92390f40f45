/**
 * Converts the errors of a lookup to those of the command line. The library and the service have sentences of their own,
 * so this names options and commands instead, with the same result for both.
 */
import { Failure, UsageError } from '../../command.ts'

const listHint = 'bank-lookup countries lists all countries.'

/**
 * `message`: the sentence of the library or of the service, whose advice follows the first semicolon. `country`: what the
 * user typed.
 */
export function toCommandError(code: string | undefined, message: string, country: string | undefined): Error {
  const advice = message.slice(message.indexOf('; ') + 2)
  switch (code) {
    case 'country_malformed':
      return new UsageError(`Unsupported country "${country}"; ${listHint}`)
    case 'country_unsupported':
      return new UsageError(`Unsupported country "${country}"; ${countryAdvice(advice)}`)
    case 'parameter_malformed': {
      const [, value, name, allowed] =
        /^Invalid value (.*) for (?:the [a-z ]+ )?"(\w+)"; (?:send|use) (.*)$/.exec(message) ?? []
      return new UsageError(name === undefined ? message : `--${name} is ${value}; use ${allowed}`)
    }
    case 'query_too_long':
      return new UsageError(`The text is longer than ${limitIn(message)} characters; shorten it.`)
    case 'identifier_malformed':
      return new UsageError(`The identifier is longer than ${limitIn(message)} characters; check it.`)
    default:
      return new Failure(message)
  }
}

/** Keeps a suggestion, or the reason why this country is missing. The general advice is a long list of codes. */
function countryAdvice(advice: string): string {
  const [suggestion] = /^did you mean [^?]*\?/.exec(advice) ?? []
  if (suggestion !== undefined) return `${suggestion} ${listHint}`
  return advice.startsWith('this build of the data ') ? advice : listHint
}

const limitIn = (message: string): string => /(\d+) characters/.exec(message)?.[1] ?? ''
