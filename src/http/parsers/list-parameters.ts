/** Query parameters that take several values, as in `type=savings_bank,credit_union`. */
import type { FastifyRequest } from 'fastify'

interface QuerySchema {
  readonly properties: Readonly<Record<string, object>>
}

/** A `preValidation` hook: turns the text of each parameter that the schema calls an array into one. */
export function splitLists({ properties }: QuerySchema): (request: FastifyRequest) => Promise<void> {
  const lists = Object.entries(properties).flatMap(([name, schema]) =>
    'type' in schema && schema.type === 'array' ? [name] : [],
  )
  return async ({ query }) => {
    const given = query as Record<string, unknown>
    for (const name of lists) {
      const value = given[name]
      if (typeof value === 'string') given[name] = value.split(',')
    }
  }
}
