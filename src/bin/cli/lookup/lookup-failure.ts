/** Converts the errors of a lookup to those of the command line. */
import { Failure, UsageError } from '../command.ts'

/** The codes of errors that are due to what the user typed. */
const usageErrors = ['parameter_malformed', 'query_too_long', 'identifier_malformed', 'identifiers_malformed']

/**
 * Converts an error of the library or of the service. The message of both is the sentence of the API, which names
 * requests instead of commands. `country`: what the user typed.
 */
export function toCommandError(code: string | undefined, message: string, country: string | undefined): Error {
  if (code === 'country_malformed' || code === 'country_unsupported') {
    const [suggestion = ''] = /did you mean [^?]*\? /.exec(message) ?? []
    return new UsageError(`Unsupported country "${country}"; ${suggestion}bank-lookup countries lists all countries.`)
  }
  return usageErrors.includes(code ?? '') ? new UsageError(message) : new Failure(message)
}
