/** Elements made without markup: what comes from the service can only ever become text. */
import { flagOf } from './flag.js'

/** @import { Attributes, Child } from './types.ts' */

/**
 * @param {string} kind tag and classes, as in `p.note`
 * @param {...(Child | Attributes)} content
 */
export function make(kind, ...content) {
  const [tag = '', ...classes] = kind.split('.')
  const element = document.createElement(tag)
  element.classList.add(...classes)
  const [first, ...rest] = content
  const hasAttributes = typeof first === 'object' && first !== null && !(first instanceof Node) && !Array.isArray(first)
  for (const [name, value] of Object.entries(hasAttributes ? first : {})) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  fill(element, .../** @type {Child[]} */ (hasAttributes ? rest : content))
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
 * @param {string} kind what follows "button"
 * @param {() => void} act
 * @param {...Child} children
 */
export const button = (kind, act, ...children) => make(`button${kind}`, { type: 'button', click: act }, ...children)

/** @param {string} code */
export const flag = (code) => make('span.flag', { 'aria-hidden': 'true' }, flagOf(code))

/**
 * The link that a click follows here, not in another tab.
 * @param {MouseEvent} event
 */
export function followed({ target, ctrlKey, metaKey, shiftKey }) {
  const link = target instanceof Element && target.closest('a')
  return link && !ctrlKey && !metaKey && !shiftKey ? link : undefined
}

/** @param {string} text */
export const hiddenText = (text) => make('span.visually-hidden', text)

const counted = new Intl.NumberFormat('en')

/**
 * @param {number} count
 * @param {string} one
 */
export const countOf = (count, one) => `${counted.format(count)} ${one}${count === 1 ? '' : 's'}`
