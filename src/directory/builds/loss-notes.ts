/** Notes on lists, searches and account forms that a reduced data build makes shorter. All are null for the full data. */
import { once } from '../memoize.ts'
import type { SupportedCountry } from '../records/country-record.ts'
import type { MethodBuild } from '../records/data-build-record.ts'
import type { PackedDirectory } from '../storage/packed-directory.ts'
import {
  bicLoss,
  branchLoss,
  buildsPage,
  codeLoss,
  explainOmission,
  noteOnBuild,
  noteOnLoss,
  noteOnMethods,
} from './build-losses.ts'
import type { Missing } from './build-schema.ts'
import { describedCountries, missingMethods, missingSchemes } from './data-build.ts'

export interface LossNotes {
  /** Says that the build leaves out the country. `input`: one of its codes, or its name. */
  missingCountry(input: string): Missing | undefined
  /** Says that the build leaves out the country of the bank. `id`: as a caller spells it. */
  missingBank(id: string): Missing | undefined
  /** Says that the build leaves out the branch list of the country. */
  missingBranches(country: string): Missing | undefined
  /** Says that the build leaves out the code scheme. */
  missingScheme(id: unknown): Missing | undefined
  /** Says that the build leaves out the payment method of the country. */
  missingMethod(country: Pick<SupportedCountry, 'code' | 'display_name'>, id: unknown): Missing | undefined
  /** `has`: as in the parameters of a list. */
  onList(country: Pick<SupportedCountry, 'code' | 'members' | 'note'>, has?: string): string | null
  /** On a search without a good match. */
  onSearch(country?: Pick<SupportedCountry, 'code' | 'members' | 'note'>, has?: string): string | null
  /** On the payment methods of a country. */
  onMethods(country: Pick<SupportedCountry, 'code' | 'display_name'>): string | null
  /** On the whole build. */
  onBuild(): string | null
}

export function createLossNotes(packed: PackedDirectory): LossNotes {
  const { build, countries, schemes, accountForms, branchLists } = packed
  const losses = describedCountries(packed)
  const methods = once(() => missingMethods(packed))
  const missingCountry: LossNotes['missingCountry'] = (input) => explainOmission(build, input, countries)
  const lostMethods = ({ code }: Pick<SupportedCountry, 'code'>): MethodBuild[] =>
    methods().filter(({ country }) => country === code)
  const onBuild = (): string | null => (build ? noteOnBuild(build, countries) : null)
  const onScheme = (id: string, codes: readonly string[]): string | null => {
    const lossOf = (country: (typeof losses)[number]) =>
      id === 'bic' ? bicLoss(country) : codeLoss(country, [id], `codes of type "${schemes.get(id)?.label ?? id}"`)
    const notes = losses.filter(({ code }) => codes.includes(code)).map((country) => noteOnLoss(lossOf(country)))
    return notes.find((note) => note !== null) ?? null
  }
  const onList: LossNotes['onList'] = ({ code, members, note }, has = 'code') =>
    (has === 'code' ? null : onScheme(has, members ?? [code])) ?? note
  return {
    missingCountry,
    missingBank: (id) => missingCountry(/^\s*([a-z]{2})[\s_-]/i.exec(id)?.[1] ?? ''),
    missingBranches: (country) => {
      const forms = losses.find(({ code }) => code === country)?.branch_lists ?? {}
      const [lost] = Object.entries(forms).filter(([id]) => branchLists.every(({ form }) => form !== id))
      if (!lost) return undefined
      const label = accountForms.find(({ id }) => id === lost[0])?.label ?? lost[0]
      return notInBuild(noteOnLoss(branchLoss(lost[1], label)) as string)
    },
    missingScheme: (id) => {
      if (!missingSchemes(packed).some((one) => one === id)) return undefined
      return notInBuild(`This build of the data has no codes of type "${id}"; see ${buildsPage}.`)
    },
    missingMethod: (country, id) => {
      const lost = lostMethods(country).find((method) => method.id === id)
      return lost && notInBuild(noteOnMethods(areaOf(country), [lost]))
    },
    onList,
    onSearch: (country, has) => {
      if (country) return onList(country, has)
      const scheme = has === undefined ? undefined : schemes.get(has)
      return (
        (scheme &&
          onScheme(
            scheme.id,
            losses.map(({ code }) => code),
          )) ??
        onBuild()
      )
    },
    onMethods: (country) => {
      const lost = lostMethods(country)
      return lost.length === 0 ? null : noteOnMethods(areaOf(country), lost)
    },
    onBuild,
  }
}

/** `note` becomes the second half of an error message. */
const notInBuild = (note: string): Missing => ({ cause: 'not_in_build', sentence: note.replace(/^T/, 't') })

const areaOf = ({ code, display_name: name }: Pick<SupportedCountry, 'code' | 'display_name'>) => ({ code, name })
