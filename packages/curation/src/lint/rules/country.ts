/** Reports a bank whose file, id and record state different countries: it would be listed under the wrong one. */
import { type Finding, finding, type LintedData, type Rule } from '../rule.ts'

export const country: Rule = {
  name: 'country',
  summary: 'A bank is in the file of its country, and its id starts with the country code.',
  find,
}

function* find({ banks, files, countries }: LintedData): Iterable<Finding> {
  const states = new Set(countries.filter(({ kind }) => kind === 'country').map(({ code }) => code))
  const countryOf = new Map(files.map((file) => [file.name, file.country]))
  for (const { name: file, country: code } of files) {
    if (states.has(code)) continue
    yield {
      file,
      problem: `${code} is not in countries.json`,
      fix: 'add the country there, or move the banks to another file',
      subject: file,
    }
  }
  for (const code of states) {
    const file = `banks/${code.toLowerCase()}.jsonl`
    if (countryOf.has(file)) continue
    yield { file, problem: 'is missing', fix: `add the file, or remove ${code} from countries.json`, subject: file }
  }
  for (const located of banks) {
    const { bank, file } = located
    const expected = countryOf.get(file) as string
    if (bank.country !== expected) {
      yield finding(
        located,
        `country is ${bank.country}, but the file is for ${expected}`,
        'move the line, or correct the country',
      )
    } else if (!bank.id.startsWith(`${expected.toLowerCase()}-`)) {
      yield finding(
        located,
        `the id does not start with "${expected.toLowerCase()}-"`,
        'start the id with the country code',
      )
    }
  }
}
