/** A tool: its description for the model, the JSON Schemas of its arguments and its result, and the function behind it. */
import type { McpContext } from './mcp-context.ts'

export interface Tool {
  name: string
  title: string
  /** Says when to use the tool, and which other tool to use instead. */
  description: string
  inputSchema: object
  /** The result is not checked against it when the tool runs; tests do that. */
  outputSchema: object
  /** `input` has passed `inputSchema`. */
  run(input: never, context: McpContext): object | Promise<object>
}

/** The argument `country`, which follows the same rules as in the API. */
export const countryArgument = {
  type: 'string',
  description: 'a country code such as NG, or a name',
} as const

/** An error that the model can fix. The message says how. */
export class ToolError extends Error {
  override name = 'ToolError'
}
