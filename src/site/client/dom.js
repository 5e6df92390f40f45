/** Elements made without markup: what comes from the service can only ever become text. */
import { flagOf } from './flag.js'

/** @typedef {string | number | Node | null | undefined | false | Child[]} Child */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | ((event: Event) => void)>} attributes functions listen to events
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(...nodes(children))
  return element
}

/**
 * @param {Child[]} children
 * @returns {(string | Node)[]}
 */
function nodes(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return nodes(child)
    if (child === null || child === undefined || child === false) return []
    return [child instanceof Node ? child : String(child)]
  })
}

/**
 * Puts something in the place of what an element holds.
 * @param {HTMLElement} element
 * @param {...Child} children
 */
export const fill = (element, ...children) => element.replaceChildren(...nodes(children))

/**
 * @param {string} id of an element of the page as it is served
 * @returns {HTMLElement}
 */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement[]}
 */
export const allOf = (selector, within = document) =>
  [...within.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement)

/**
 * @param {string} code
 * @returns {HTMLElement}
 */
export const flag = (code) => make('span', { class: 'flag', 'aria-hidden': 'true' }, flagOf(code))

/** @param {string} text */
export const hiddenText = (text) => make('span', { class: 'visually-hidden' }, text)

const counted = new Intl.NumberFormat('en')

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export const countOf = (count, one, many = `${one}s`) => `${counted.format(count)} ${count === 1 ? one : many}`
