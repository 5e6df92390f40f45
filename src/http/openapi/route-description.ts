/** What a route declares for its OpenAPI description, in addition to its schemas. */
import type { QuotaReader, RequestQuota } from '../admission/request-quota.ts'
import type { ProblemCode } from '../errors/problems.ts'
import type { ProviderErrors } from '../errors/provider-errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Problems that this route can return, in addition to `commonProblems`. */
    problems?: ProblemCode[]
    needsKey?: boolean
    /** The errors, if they have the shape of a payment provider. Such a route reads no key. */
    errors?: ProviderErrors
    /** Example of a valid body, shown in error messages. */
    example?: string
    /** The schema of the body in the description, if the route's own schema leaves some checks to the handler. */
    publishedBody?: object
    /** Schemas of the request headers that the handler reads. */
    headers?: Record<string, object>
    /** Whether the route is part of interface 1.0 rather than an extension of it. */
    inInterface?: boolean
    /**
     * The quota that requests to this route count against; with `none`, they are exempt from the rate limit and the key
     * check. Default: `pages` for a page, and `api` for other routes.
     */
    quota?: RequestQuota | QuotaReader
    /** Whether no cache may store the response. It then has no ETag. */
    isUncached?: boolean
    /** Whether this is an HTML page, which is not part of the API. */
    isPage?: boolean
    /** Whether a missing file is not logged, because browsers request it on their own. */
    isMissingQuietly?: boolean
    /** Whether the body is that of an HTML form. */
    isForm?: boolean
    /** Whether another protocol describes the route, so OpenAPI does not. */
    hasOwnProtocol?: boolean
  }
  interface FastifySchema {
    /** Name of the operation in generated clients. */
    operationId?: string
    /** The subject of the operation, one of `tags` in `api-info.ts`. */
    tags?: readonly string[]
    summary?: string
    description?: string
  }
}

/** A part of the OpenAPI document. */
export interface Schema {
  [key: string]: unknown
}
