/** Renders the API reference from the OpenAPI document: every operation with its fields, errors and an example. */
import { type Html, html, raw } from '../../html.ts'
import type { Frame } from '../../pages/page-layout.ts'
import { addressOf } from '../addresses.ts'
import { type Entry, renderDocumentPage } from '../document-layout.ts'
import { type FullOperation, fullOperation, type OpenApi } from './openapi.ts'
import { type OperationContext, operationHtml } from './operation-reference.ts'

export const referencePage: Entry = { slug: 'reference', title: 'API reference' }

const summary = 'Every API request with its parameters, response and errors.'

export type ReferenceTag = ReturnType<typeof referenceTags>[number]

/** Returns the operations by tag. `twin`: the POST that does the same. */
export function referenceTags(document: OpenApi) {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      fullOperation(document, path, method.toUpperCase(), operation),
    ),
  )
  const isTwin = ({ method, path }: FullOperation): boolean =>
    method === 'POST' && all.some((other) => other.path === path && other.method === 'GET')
  return document.tags.map(({ name, description }) => ({
    name,
    id: name.toLowerCase(),
    description,
    operations: all
      .filter((full) => full.operation.tags.includes(name) && !isTwin(full))
      .map((full) => ({ full, twin: all.find((other) => other.path === full.path && other !== full) })),
  }))
}

/** Renders the page without the frame around it, for all addresses of the service. */
export function renderReferenceBody(tags: ReferenceTag[], context: OperationContext): Html {
  return html`${tags.map(
    ({
      name,
      id,
      description,
      operations,
    }) => html`<div class="text"><h2 id="${id}">${name} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h2>
<p>${description}.</p></div>
${operations.map(({ full, twin }) => operationHtml(full, twin, context))}`,
  )}`
}

export function renderReference(frame: Frame, tags: ReferenceTag[], body: string, entries: readonly Entry[]): string {
  return renderDocumentPage(frame, entries, {
    entry: referencePage,
    description: summary,
    lead: html`${summary} Machine-readable: <a href="${frame.base}${addressOf('openapi.json')}">OpenAPI 3.1</a>.`,
    body: raw(body),
    sections: tags.flatMap(({ operations }) =>
      operations.map(({ full: { id, operation } }) => ({ id, title: operation.summary })),
    ),
    hasSideColumn: true,
  })
}
