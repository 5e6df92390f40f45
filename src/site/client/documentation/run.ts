/** Sends the request of an example to this service, and shows the response in the place of the example response. */

import { clicked } from '../shared/dom.ts'
import { send } from './live-request.ts'
import { outputOf, showFailure, showResponse, showWaiting } from './live-response.ts'

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
    showResponse(output, await send(requestOf(button), controller.signal))
  } catch {
    showFailure(output, controller.signal.aborted)
  } finally {
    running.delete(button)
    button.textContent = 'Run'
  }
}

const requestOf = ({ dataset }: HTMLElement): Parameters<typeof send>[0] => ({
  method: dataset.method ?? 'GET',
  path: dataset.path ?? '',
  headers: JSON.parse(dataset.headers ?? '{}'),
  ...(dataset.body === undefined ? {} : { body: dataset.body }),
})
