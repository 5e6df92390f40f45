/** Finds the places in source files where a fault can be injected, and selects some of them by seed. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

export type FaultKind = 'operator' | 'condition' | 'constant'

export interface Fault {
  kind: FaultKind
  /** Relative to the checkout. */
  file: string
  line: number
  /** The text of the line, without indentation. */
  code: string
  /** The range of the replaced text. */
  start: number
  end: number
  before: string
  after: string
}

type Replacement = Pick<Fault, 'kind' | 'start' | 'end' | 'after'>

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

/** Generated files, build tools, and files without code that runs. */
const excluded = /^(?:src\/bin|packages\/\w+)\/tools\/|^packages\/client\/src\/api-types\.ts$|\.(?:test|d)\.ts$/

export const sourceFiles = (folder: string): string[] =>
  globSync('{src,packages}/**/*.{ts,js}', { cwd: folder, exclude: ['**/node_modules', '**/dist'] })
    .filter((file) => !excluded.test(file))
    .sort()

/** Selects one fault per file at most. A change elsewhere in the code leaves the other selected faults as they are. */
export function selectFaults(folder: string, { seed, count }: { seed: string; count: number }): Fault[] {
  const candidates = sourceFiles(folder).flatMap((file) => {
    const faults = findFaults(file, readFileSync(join(folder, file), 'utf8'))
    const keyed = faults.map(({ key, fault }) => ({ key: hash(seed, key), fault }))
    return keyed.sort(byKey).slice(0, 1)
  })
  return candidates
    .sort(byKey)
    .slice(0, count)
    .map(({ fault }) => fault)
}

const byKey = (one: { key: string }, other: { key: string }): number => (one.key < other.key ? -1 : 1)

const hash = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** The key identifies a fault by the text of its line, not by its line number, which changes with the lines above. */
export function findFaults(file: string, text: string): { key: string; fault: Fault }[] {
  const lines = text.split('\n')
  return findReplacements(text).map((replacement) => {
    const { kind, start, end, after } = replacement
    const above = text.slice(0, start).split('\n')
    const lineText = lines[above.length - 1] as string
    const occurrence = lines.slice(0, above.length - 1).filter((other) => other === lineText).length
    const key = JSON.stringify([file, lineText, above.at(-1)?.length, occurrence, kind, after])
    const fault = { ...replacement, file, line: above.length, code: lineText.trim(), before: text.slice(start, end) }
    return { key, fault }
  })
}

export const applyFault = (text: string, { start, end, after }: Pick<Fault, 'start' | 'end' | 'after'>): string =>
  text.slice(0, start) + after + text.slice(end)

function findReplacements(text: string): Replacement[] {
  const found: Replacement[] = []
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && !valueWrappers.has(node.type)) return
    found.push(...replacementsOf(node, text))
    for (const [field, value] of Object.entries(node)) {
      if (field === 'key' && node.computed === false) continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }
  // Without the nodes for parentheses, the range of an operand would not include its parentheses.
  visit(parseAst(text, { lang: 'ts', preserveParens: true }) as unknown as Node)
  return found
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** TypeScript nodes that contain an expression. All others are types. */
const valueWrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

function replacementsOf(node: Node, text: string): Replacement[] {
  if (node.type === 'BinaryExpression') return swapOperator(node, text)
  if (node.type === 'LogicalExpression') return [...swapOperator(node, text), ...dropOperand(node, text)]
  if (node.type === 'IfStatement') return dropTest(node.test as Node)
  if (node.type === 'Literal') return swapConstant(node)
  return []
}

const swappedOperators: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
}

function swapOperator(node: Node, text: string): Replacement[] {
  const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string }
  const after = swappedOperators[operator]
  if (after === undefined || (operator === '+' && !isNumeric(left) && !isNumeric(right))) return []
  const start = text.indexOf(operator, left.end)
  return [{ kind: 'operator', start, end: start + operator.length, after }]
}

/** Tells sums from joined strings without types: an operand of a sum is often a number, a length or a calculation. */
function isNumeric(node: Node): boolean {
  if (node.type === 'ParenthesizedExpression') return isNumeric(node.expression as Node)
  if (node.type === 'Literal') return typeof node.value === 'number'
  if (node.type === 'BinaryExpression')
    return ['-', '*', '/', '%', '**', '<<', '&', '|'].includes(String(node.operator))
  return node.type === 'MemberExpression' && ['length', 'size'].includes(String((node.property as Node).name))
}

function dropOperand({ left, right, operator, start, end }: Node, text: string): Replacement[] {
  if (operator !== '&&') return []
  return [left, right].map((kept) => {
    const { start: from, end: to } = kept as Node
    return { kind: 'condition', start, end, after: text.slice(from, to) }
  })
}

const dropTest = ({ start, end }: Node): Replacement[] =>
  ['true', 'false'].map((after) => ({ kind: 'condition', start, end, after }))

function swapConstant({ value, start, end }: Node): Replacement[] {
  if (typeof value === 'boolean') return [{ kind: 'constant', start, end, after: String(!value) }]
  return typeof value === 'number' ? [{ kind: 'constant', start, end, after: String(value + 1) }] : []
}
