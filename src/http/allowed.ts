/** Which methods a path answers to, for the `Allow` header: the framework itself only knows that no route fits. */
import type { RouteOptions } from 'fastify'

export function methodsAt(path: string, routes: RouteOptions[]): string[] {
  const here = routes.filter(({ url }) => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(path))
  const methods = new Set(here.flatMap(({ method }) => method))
  return methods.size === 0 ? [] : [...methods, 'OPTIONS']
}
