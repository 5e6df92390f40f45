/** Writes the request of an operation in the languages of our examples. */
import type { CodeBlock } from '../examples/code-block.ts'
import { fetchCode } from '../examples/fetch-code.ts'
import type { RequestExample } from './operation-request.ts'

const keyHeader = 'Bearer <PUBLIC_HASH_KEY>'

/** `address` is the address of the service. */
export function requestCode(request: RequestExample, address: string): CodeBlock[] {
  const url = address + request.path + queryText(request.query)
  const headers: Record<string, string> = {
    ...(request.needsKey && { Authorization: keyHeader }),
    ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
  }
  const whole = { ...request, url, headers }
  return [
    { language: 'sh', code: curl(whole) },
    ...typeScript(clientCall(request, address), fetchCode(whole)),
    { language: 'python', code: python(whole) },
    { language: 'php', code: php(whole) },
    { language: 'go', code: go(whole) },
  ]
}

/** Without a call of the client, the TypeScript is what `fetch` takes. */
const typeScript = (call: string | undefined, plain: string): CodeBlock[] => [
  { language: 'ts', code: call ?? plain },
  ...(call === undefined ? [] : [{ language: 'fetch', code: plain }]),
]

interface WholeRequest extends RequestExample {
  url: string
  headers: Record<string, string>
}

/** The name under which an example saves the response. */
const fileName = ({ path }: RequestExample): string => path.split('/').at(-1) as string

function queryText(query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString()
  return text && `?${text}`
}

const isPlainGet = ({ method, headers, body }: WholeRequest): boolean =>
  method === 'GET' && body === undefined && Object.keys(headers).length === 0

function curl(request: WholeRequest): string {
  const { method, url, headers, body, reads } = request
  const parts = [
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    ...(body === undefined ? [] : [`-d ${single(JSON.stringify(body))}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${single(`${name.toLowerCase()}: ${value}`)}`),
    ...(reads === 'file' ? [`-o ${fileName(request)}`] : []),
    /[?&]/.test(url) ? single(url) : url,
  ]
  return `curl ${parts.join(' \\\n  ')}`
}

function python(request: WholeRequest): string {
  const { method, url, headers, body, reads } = request
  const isPlain = isPlainGet(request)
  const parameters = [
    `    ${JSON.stringify(url)},`,
    ...(body === undefined ? [`    method="${method}",`] : [`    data=json.dumps(${pythonValue(body)}).encode(),`]),
    ...(Object.keys(headers).length > 0 ? [`    headers=${pythonValue(headers)},`] : []),
  ]
  const read = {
    json: 'print(json.load(response))',
    text: 'print(response.read().decode("utf-8-sig"))',
    file: `open("${fileName(request)}", "wb").write(response.read())`,
  }
  return [
    ...(reads === 'json' || body !== undefined ? ['import json'] : []),
    `from urllib.request import ${isPlain ? 'urlopen' : 'Request, urlopen'}`,
    '',
    ...(isPlain ? [] : ['request = Request(', ...parameters, ')']),
    `with urlopen(${isPlain ? JSON.stringify(url) : 'request'}) as response:`,
    `    ${read[reads]}`,
  ].join('\n')
}

function php(request: WholeRequest): string {
  const { method, url, headers, body, reads } = request
  const read = {
    json: 'print_r(json_decode($content, flags: JSON_THROW_ON_ERROR));',
    text: 'echo $content;',
    file: `file_put_contents('${fileName(request)}', $content);`,
  }[reads]
  if (isPlainGet(request)) return `<?php\n$content = file_get_contents(${phpValue(url)});\n${read}`
  const lines = Object.entries(headers).map(([name, value]) => phpValue(`${name}: ${value}`))
  return [
    '<?php',
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    ...(lines.length > 0 ? [`    'header' => ${lines.length === 1 ? lines[0] : `[${lines.join(', ')}]`},`] : []),
    ...(body === undefined ? [] : [`    'content' => json_encode(${phpValue(body)}),`]),
    ']]);',
    `$content = file_get_contents(${phpValue(url)}, false, $context);`,
    read,
  ].join('\n')
}

function go(request: WholeRequest): string {
  const { method, url, headers, body, reads } = request
  const isPlain = isPlainGet(request)
  const packages = ['io', 'log', 'net/http', 'os', ...(body === undefined ? [] : ['strings'])]
  const content = body === undefined ? 'nil' : `strings.NewReader(\`${JSON.stringify(body)}\`)`
  const build = [
    `\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${content})`,
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    ...Object.entries(headers).map(([name, value]) => `\trequest.Header.Set("${name}", ${JSON.stringify(value)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
  ]
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(isPlain ? [`\tresponse, err := http.Get(${JSON.stringify(url)})`] : build),
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    ...(reads === 'file' ? saveInGo(fileName(request)) : ['\tio.Copy(os.Stdout, response.Body)']),
    '}',
  ].join('\n')
}

const saveInGo = (name: string): string[] => [
  `\tfile, err := os.Create("${name}")`,
  '\tif err != nil {',
  '\t\tlog.Fatal(err)',
  '\t}',
  '\tdefer file.Close()',
  '\tio.Copy(file, response.Body)',
]

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The JSON in our examples has neither null nor booleans, so it is also valid Python. */
const pythonValue = (value: unknown): string => JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "')

function phpValue(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  if (Array.isArray(value)) return `[${value.map(phpValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `${phpValue(name)} => ${phpValue(field)}`)
  return `[${fields.join(', ')}]`
}

/** The methods of the client by operation, with the values that come before the options. */
const methods: Record<string, { name: string; positional: string[] }> = {
  listSupportedCountries: { name: 'supportedCountries', positional: [] },
  listBanks: { name: 'listBanks', positional: ['country'] },
  getBank: { name: 'getBank', positional: ['id'] },
  searchBanks: { name: 'search', positional: ['q'] },
  listBranches: { name: 'listBranches', positional: ['bank'] },
  resolveIdentifiers: { name: 'resolve', positional: ['identifier'] },
  getAccountRequirements: { name: 'accountRequirements', positional: ['country'] },
  checkAccounts: { name: 'checkAccount', positional: [] },
  listChanges: { name: 'changes', positional: ['since'] },
  createRecord: { name: 'createRecord', positional: [] },
}

/** Returns undefined if the client has no such method. */
function clientCall(request: RequestExample, address: string): string | undefined {
  const method = methods[request.operationId]
  if (!method) return undefined
  const values: Record<string, unknown> = {
    id: decodeURIComponent(request.path.split('/').at(-1) ?? ''),
    ...request.query,
    ...(request.body as object | undefined),
  }
  const options = Object.entries(values).filter(([name]) => name !== 'id' && !method.positional.includes(name))
  const parts = [
    ...method.positional.map((name) => literal(values[name])),
    ...(options.length > 0 ? [literal(Object.fromEntries(options))] : []),
  ]
  const key = request.needsKey ? ", key: '<PUBLIC_HASH_KEY>'" : ''
  return `import { BankLookupClient } from 'bank-lookup-client'

const client = new BankLookupClient({ baseUrl: '${address}'${key} })
console.log(await client.${method.name}(${parts.join(', ')}))`
}

/** A value as TypeScript, in one line if it is short. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field, inner)}`)
  const line = `{ ${fields.join(', ')} }`
  return line.length <= 60 && !line.includes('\n')
    ? line
    : `{\n${fields.map((field) => `${inner}${field},\n`).join('')}${indent}}`
}
