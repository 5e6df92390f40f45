/** Query parameters of pages. Pages ignore unknown and malformed parameters, because shared links often have extra ones. */
import type { FastifyRequest } from 'fastify'

/** Returns an empty string unless the parameter occurs exactly once. */
export function textParameter({ query }: FastifyRequest, name: string): string {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.trim() : ''
}

export const hasParameterNamed = ({ query }: FastifyRequest, name: string): boolean =>
  Object.hasOwn(query as object, name)

/** Returns a whole number from `min` to `max`, or `min` if the parameter is anything else. */
export function numberParameter(request: FastifyRequest, name: string, min: number, max: number): number {
  const text = textParameter(request, name)
  const value = /^\d{1,6}$/.test(text) ? Number(text) : min
  return value >= min && value <= max ? value : min
}
