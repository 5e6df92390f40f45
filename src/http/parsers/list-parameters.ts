/** Query parameters that take several values, as in `type=savings_bank,credit_union`. */
import type { FastifyRequest } from 'fastify'

interface QuerySchema {
  readonly properties: Readonly<Record<string, object>>
}

/** Returns a `preValidation` hook that splits, at commas, each parameter that the schema declares as an array. */
export function splitLists({ properties }: QuerySchema): (request: FastifyRequest) => Promise<void> {
  const lists = Object.entries(properties).flatMap(([name, schema]) =>
    'type' in schema && schema.type === 'array' ? [name] : [],
  )
  return async ({ query }) => {
    const parameters = query as Record<string, unknown>
    for (const name of lists) {
      const value = parameters[name]
      if (typeof value === 'string') parameters[name] = value.split(',')
    }
  }
}
