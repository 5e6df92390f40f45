/** Reads the workflows and forms of the public host, with GitHub's own parser of workflows. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { root } from './services/processes.ts'

const importTool = (path: string): Promise<unknown> => import(join(root, 'test/tools/node_modules', path))

// The parser imports its JSON files without the attribute that Node requires.
const parserPath = '/node_modules/@actions/workflow-parser/'
registerHooks({
  load: (url, context, next) =>
    next(
      url,
      url.includes(parserPath) && url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context,
    ),
})

interface Parsed {
  value: unknown
  context: { errors: { getErrors(): { message: string }[] } }
}

interface WorkflowParser {
  NoOperationTraceWriter: new () => object
  parseWorkflow(file: { name: string; content: string }, trace: object): Parsed
  convertWorkflowTemplate(context: Parsed['context'], value: unknown): Promise<unknown>
}

const parser = (await importTool('@actions/workflow-parser/dist/index.js')) as WorkflowParser
const yaml = (await importTool('yaml/dist/index.js')) as { default: { parse(text: string): unknown } }

/** Returns what is wrong with a workflow: unknown keys, wrong types, unknown names in expressions, unknown jobs. */
export async function lintWorkflow(name: string, content: string): Promise<string[]> {
  const { context, value } = parser.parseWorkflow({ name, content }, new parser.NoOperationTraceWriter())
  if (value !== undefined) await parser.convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

export const parseYaml = (path: string): unknown => yaml.default.parse(readFileSync(join(root, path), 'utf8'))
