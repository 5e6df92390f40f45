/** Reports a bank whose file, id and record state different countries: it would be listed under the wrong one. */
import { bankFile } from '../../../../../src/dataset/data-files.ts'
import { finding, type Rule } from '../rule.ts'

export const country: Rule = {
  name: 'country',
  summary: 'A bank is in the file of its country, and its id starts with the country code.',
  *find({ banks, files, countries }) {
    const states = new Set(countries.filter(({ kind }) => kind === 'country').map(({ code }) => code))
    const countryOf = new Map(files.map((file) => [file.name, file.country]))
    for (const { name: file, country: code } of files) {
      if (states.has(code)) continue
      const fix = 'add the country there, or move the banks to another file'
      yield { file, problem: `${code} is not in countries.json`, fix, subject: file }
    }
    for (const code of states) {
      const file = bankFile(code)
      if (countryOf.has(file)) continue
      yield { file, problem: 'is missing', fix: `add the file, or remove ${code} from countries.json`, subject: file }
    }
    for (const located of banks) {
      const { bank, file } = located
      const expected = countryOf.get(file) as string
      const start = `${expected.toLowerCase()}-`
      if (bank.country !== expected) {
        const problem = `country is ${bank.country}, but the file is for ${expected}`
        yield finding(located, problem, 'move the line, or correct the country')
      } else if (!bank.id.startsWith(start))
        yield finding(located, `the id does not start with "${start}"`, 'start the id with the country code')
    }
  },
}
