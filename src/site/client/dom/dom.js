/** DOM helpers that build elements without HTML strings, so that API data can only become text, never markup. */
import { flagOf } from './flag.js'

/** @import { Attributes, Child } from '../types.ts' */

/**
 * @param {string} selector the tag and its classes, as in `p.note`
 * @param {...(Child | Attributes)} content
 */
export function h(selector, ...content) {
  const [tag = '', ...classes] = selector.split('.')
  const element = document.createElement(tag)
  element.classList.add(...classes)
  const [first, ...rest] = content
  const hasAttributes = typeof first === 'object' && first !== null && !(first instanceof Node) && !Array.isArray(first)
  for (const [name, value] of Object.entries(hasAttributes ? first : {})) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  replaceChildren(element, .../** @type {Child[]} */ (hasAttributes ? rest : content))
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
 * Replaces the content of an element.
 * @param {HTMLElement} element
 * @param {...Child} children
 */
export const replaceChildren = (element, ...children) => element.replaceChildren(...nodes(children))

/**
 * @param {string} id the id of an element in the HTML that the server sent
 * @returns {HTMLElement}
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement[]}
 */
export const queryAll = (selector, within = document) =>
  [...within.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement)

/**
 * @param {string} classes CSS classes, as in `.primary`
 * @param {() => void} onClick
 * @param {...Child} children
 */
export const button = (classes, onClick, ...children) =>
  h(`button${classes}`, { type: 'button', click: onClick }, ...children)

/** @param {string} code */
export const flag = (code) => h('span.flag', { 'aria-hidden': 'true' }, flagOf(code))

/**
 * Returns the clicked link, unless a modifier key makes the browser open it elsewhere, such as in a new tab.
 * @param {MouseEvent} event
 */
export function clickedLink({ target, ctrlKey, metaKey, shiftKey }) {
  const link = target instanceof Element && target.closest('a')
  return link && !ctrlKey && !metaKey && !shiftKey ? link : undefined
}

/** @param {string} text */
export const hiddenText = (text) => h('span.visually-hidden', text)

const numberFormat = new Intl.NumberFormat('en')

/**
 * @param {number} count
 * @param {string} noun a noun in the singular
 */
export const formatCount = (count, noun) => `${numberFormat.format(count)} ${noun}${count === 1 ? '' : 's'}`
