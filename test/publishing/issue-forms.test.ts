/** The issue forms, checked against the rules that the documentation of GitHub gives for them. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { root } from '../support/services/processes.ts'
import { parseYaml } from '../support/workflow-files.ts'

const folder = '.github/ISSUE_TEMPLATE'
const forms = ['missing-bank.yml', 'new-source.yml', 'wrong-bank.yml']

const text = { type: 'string', pattern: '\\S' }
const texts = { type: 'array', items: text, minItems: 1, uniqueItems: true }

/** A form element of the given type with these attributes, and `label` if it takes input. */
function element(type: string, attributes: Record<string, object>, required: string[]): object {
  const input = { description: text, ...attributes }
  return {
    type: 'object',
    additionalProperties: false,
    required: ['type', 'attributes'],
    properties: {
      type: { const: type },
      ...(type !== 'markdown' && { id: { type: 'string', pattern: '^[\\w-]+$' } }),
      attributes: {
        type: 'object',
        additionalProperties: false,
        required,
        properties: type === 'markdown' ? attributes : input,
      },
      ...(type !== 'markdown' && {
        validations: { type: 'object', additionalProperties: false, properties: { required: { type: 'boolean' } } },
      }),
    },
  }
}

const checkbox = {
  type: 'object',
  additionalProperties: false,
  required: ['label'],
  properties: { label: text, required: { type: 'boolean' } },
}
const line = { label: text, placeholder: text, value: text }

const validate = new Ajv({ allErrors: true }).compile({
  type: 'object',
  additionalProperties: false,
  required: ['name', 'description', 'body'],
  properties: {
    name: text,
    description: text,
    title: text,
    labels: texts,
    assignees: texts,
    body: {
      type: 'array',
      items: {
        anyOf: [
          element('markdown', { value: text }, ['value']),
          element('input', line, ['label']),
          element('textarea', { ...line, render: text }, ['label']),
          element('dropdown', { label: text, multiple: { type: 'boolean' }, options: texts }, ['label', 'options']),
          element('checkboxes', { label: text, options: { type: 'array', items: checkbox, minItems: 1 } }, [
            'label',
            'options',
          ]),
        ],
      },
    },
  },
})

interface Form {
  name: string
  body: {
    type: string
    id?: string
    attributes: { label?: string; options?: (string | { label: string })[] }
    validations?: { required: boolean }
  }[]
}

/** Returns what GitHub would reject. */
function problemsOf(form: Form): string[] {
  const isValid: boolean = validate(form)
  if (!isValid) return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  const inputs = form.body.filter(({ type }) => type !== 'markdown')
  const ids = inputs.map(({ id }) => id).filter((id) => id !== undefined)
  const labels = inputs.map(({ attributes: { label = '' } }) => label)
  const options = inputs.flatMap(({ attributes }) => attributes.options ?? []).map(String)
  return [
    ...(inputs.length === 0 ? ['only markdown'] : []),
    ...(new Set(ids).size < ids.length ? ['an id occurs twice'] : []),
    ...(new Set(labels).size < labels.length ? ['a label occurs twice'] : []),
    ...(options.some((option) => /^none$/i.test(option)) ? ['the option "None" is reserved'] : []),
    ...(labels.some((label) => /password|secret|token|credit card/i.test(label)) ? ['a label asks for a secret'] : []),
  ]
}

const read = (name: string): Form => parseYaml(join(folder, name)) as Form

test('there is a form for a wrong bank, a missing bank and a new source, and the chooser has a valid configuration', () => {
  assert.deepEqual(readdirSync(join(root, folder)).sort(), ['config.yml', ...forms])
  assert.deepEqual(parseYaml(join(folder, 'config.yml')), { blank_issues_enabled: true })
})

test('each form follows the rules for issue forms', () => {
  for (const name of forms) assert.deepEqual(problemsOf(read(name)), [], name)
  assert.equal(new Set(forms.map((name) => read(name).name)).size, forms.length)
})

test('the rules find a wrong type, an unknown key, a repeated id and a reserved option', () => {
  const form = (): Form => read('wrong-bank.yml')
  const [first, second] = form().body.filter(({ type }) => type === 'input')
  const wrong: [object, RegExp][] = [
    [{ name: true }, /\/name must be string/],
    [{ hello: 'world' }, /must NOT have additional properties/],
    [{ body: [first, { ...second, id: first?.id }] }, /an id occurs twice/],
    [{ body: [{ type: 'dropdown', attributes: { label: 'Which?', options: ['None'] } }] }, /reserved/],
    [{ body: [{ type: 'markdown', attributes: { value: 'Hello' } }] }, /only markdown/],
  ]
  for (const [change, reason] of wrong) assert.match(problemsOf({ ...form(), ...change }).join('\n'), reason)
})

test('a report on a bank needs the bank, what is right and a link that proves it, and forbids account numbers', () => {
  const requiredIn = (name: string): (string | undefined)[] =>
    read(name).body.flatMap(({ id, validations }) => (validations?.required ? [id] : []))
  assert.deepEqual(requiredIn('wrong-bank.yml'), ['bank', 'fact', 'served', 'right', 'proof'])
  assert.deepEqual(requiredIn('missing-bank.yml'), ['name', 'country', 'codes', 'proof'])
  assert.deepEqual(requiredIn('new-source.yml'), ['title', 'publisher', 'link', 'countries', 'fields', 'terms'])
  for (const name of ['wrong-bank.yml', 'missing-bank.yml'])
    assert.match(readFileSync(join(root, folder, name), 'utf8'), /Do not post account numbers/)
})
