/** Sends the request of an example to this service, and shows the response instead of the example response. */

import { clicked } from '../shared/dom.ts'
import { type LiveResponse, outputOf, showFailure, showResponse, showWaiting } from './live-response.ts'

const timeoutMs = 30_000

/** The requests that are under way, by their button. */
const running = new Map<HTMLElement, AbortController>()

export function initRunButtons(): void {
  document.addEventListener('click', (event) => {
    const button = clicked(event, '.run')
    if (!button) return
    const controller = running.get(button)
    if (controller) controller.abort()
    else void run(button)
  })
}

async function run(button: HTMLElement): Promise<void> {
  const controller = new AbortController()
  running.set(button, controller)
  button.textContent = 'Cancel'
  const output = outputOf(button)
  showWaiting(output)
  try {
    showResponse(output, await send(button, controller.signal))
  } catch {
    showFailure(output, controller.signal.aborted)
  } finally {
    running.delete(button)
    button.textContent = 'Run'
  }
}

/** Sends the request of a button. Throws if there is no response, or if `signal` is aborted. */
async function send({ dataset }: HTMLElement, signal: AbortSignal): Promise<LiveResponse> {
  const start = performance.now()
  const response = await fetch(dataset.path ?? '', {
    method: dataset.method ?? 'GET',
    headers: JSON.parse(dataset.headers ?? '{}'),
    ...(dataset.body === undefined ? {} : { body: dataset.body }),
    // Show what the service responds now, not what the browser has cached.
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  const body = await response.arrayBuffer()
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  const retryAfter = Number(response.headers.get('retry-after'))
  return {
    status: response.status,
    ms: Math.round(performance.now() - start),
    bytes: body.byteLength,
    type,
    text: isText(type) ? new TextDecoder().decode(body) : '',
    ...(response.status === 429 && retryAfter > 0 ? { retryAfter } : {}),
  }
}

const isText = (type: string): boolean => /^text\/|json$/.test(type)
