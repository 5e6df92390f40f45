/** The fields of a bank for the documentation: type, example and meaning, from the schema and the data. */
import type { Directory } from '../../../directory/directory.ts'
import { type Bank, bankSchema } from '../../../directory/records/bank-record.ts'

export interface BankFieldRow {
  name: string
  type: string
  /** A value as JSON. */
  example: string
  /** Text between backquotes is code. */
  meaning: string
}

/** A bank with a value in most fields. */
const exampleId = 'ng-gtbank'

export function bankFields(directory: Directory): BankFieldRow[] {
  const bank = exampleBank(directory)
  return Object.entries(bankSchema.properties).map(([name, schema]) => ({
    name,
    type: typeInWords(schema),
    example: spaced(JSON.stringify(bank?.[name as keyof Bank] ?? null)),
    meaning: 'description' in schema ? schema.description : '',
  }))
}

/** Returns the example, or another bank if the data of this service does not have it. */
function exampleBank(directory: Directory): Bank | undefined {
  const known = directory.findBank(exampleId)
  if (known !== undefined) return JSON.parse(known) as Bank
  const [country] = directory.countries
  const list = country && (JSON.parse(directory.defaultList(country).toString()) as { banks: Bank[] })
  return list?.banks[0]
}

function typeInWords(schema: { type?: unknown }): string {
  const types = [schema.type].flat()
  const words = types.map((type) => {
    if (type === 'array') return 'list of strings'
    return type === 'object' ? 'object with lists of strings' : `${type}`
  })
  return words.join(' or ')
}

/** Adds spaces between elements, where a line of a table may break. */
const spaced = (json: string): string => json.replaceAll(/(?<=["\]]),/g, ', ').replaceAll('":', '": ')
