/**
 * Compiles the schemas of the routes after the start, or when the first request of a route arrives. Loading Ajv and
 * compiling the schemas takes 100 ms, which would delay the first list.
 */

import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import { once } from '../../directory/memoize.ts'

export type LazyValidators = ReturnType<typeof createLazyValidators>

export interface Validate {
  (value: unknown): boolean
  errors?: ErrorObject[] | null
}

export function createLazyValidators() {
  const compilers: (() => ValidateFunction)[] = []
  const ajv = once(createAjv)
  return {
    /** Returns a function that Fastify can call like one compiled by Ajv. */
    add: (schema: object): Validate => {
      const compile = once(() => ajv().compile(schema))
      compilers.push(compile)
      const validate: Validate = (value) => {
        const compiled = compile()
        const isValid = compiled(value)
        validate.errors = compiled.errors ?? null
        return isValid
      }
      return validate
    },
    /** Compiles what is not compiled yet, in short steps. */
    compileAll: async (): Promise<void> => {
      for (const compile of compilers) {
        compile()
        await setImmediate()
      }
    },
  }
}

/** Uses `require`, because Fastify calls a validator synchronously and `import` is asynchronous. */
function createAjv(): Ajv {
  const { Ajv: Validator } = createRequire(import.meta.url)('ajv') as typeof import('ajv')
  // With these options, Ajv neither converts nor drops values: invalid input is an error that the caller sees.
  return new Validator({ allowUnionTypes: true, verbose: true, meta: false, validateSchema: false })
}
