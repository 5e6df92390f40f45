/** Small DOM helpers. Markup comes from the views as `Html`, so API data is always escaped. */
import { type Html, html } from '../../html.ts'

interface HtmlPolicy {
  createHTML(text: string): string
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy }
  }
}

/** The content security policy allows only this policy to turn text into markup. Not all browsers support this. */
const views = window.trustedTypes?.createPolicy('views', { createHTML: (text) => text })

const markup = (text: string): string => views?.createHTML(text) ?? text

/** `id`: the id of an element that the server always renders. */
export const byId = <Kind extends HTMLElement = HTMLElement>(id: string): Kind => document.getElementById(id) as Kind

export const queryAll = (selector: string, within: ParentNode = document): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(selector),
]

/** Creates an element. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** Replaces the content of an element. */
export function setContent(element: Element, content: Html | string): void {
  element.innerHTML = markup(typeof content === 'string' ? html`${content}`.text : content.text)
}

/** Parses HTML into elements. */
export function elementsOf(text: string): HTMLElement[] {
  const template = document.createElement('template')
  template.innerHTML = markup(text)
  return [...template.content.children] as HTMLElement[]
}

/** Returns the clicked element that matches, unless a modifier key makes the browser open a link elsewhere. */
export function clicked(event: MouseEvent, selector: string): HTMLElement | undefined {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  if (!(target instanceof Element) || defaultPrevented || button !== 0) return undefined
  if (ctrlKey || metaKey || shiftKey || altKey) return undefined
  return target.closest<HTMLElement>(selector) ?? undefined
}

/** Whether the user types text into this element, so that single letters are not shortcuts. */
export const isTextField = (element: Element | null): boolean =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !['button', 'checkbox', 'radio', 'submit'].includes(element.type)) ||
  (element instanceof HTMLElement && element.isContentEditable)

/** Announces a sentence to screen readers. `isShown`: whether it also covers the end of the window for a moment. */
export function announce(sentence: string, isShown = false): void {
  const element = byId('announcement')
  element.className = isShown ? 'toast' : 'visually-hidden'
  element.textContent = sentence
}

/** Returns a function that runs an action before the next frame is drawn, however often it is called until then. */
export function oncePerFrame(action: () => void): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      action()
    })
  }
}
