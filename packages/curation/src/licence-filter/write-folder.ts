/** Writes filtered data to a new data folder, atomically. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { branchesFolder, branchFile } from '../../../../src/dataset/data-files.ts'
import { dataTables } from '../../../../src/dataset/data-tables.ts'
import { throwFault } from '../../../../src/dataset/dataset-error.ts'
import { creditsFile, creditsText } from '../../../../src/dataset/publishing/credits.ts'
import { methodError } from '../../../../src/dataset/tables/account-requirements.ts'
import { parseBranchRows, serializeBranchRows } from '../../../../src/dataset/tables/branch-rows.ts'
import type { AccountFormRecord } from '../../../../src/directory/records/account-form-record.ts'
import {
  type MethodFieldRecord,
  type RequirementRecord,
  toRequirementsTable,
} from '../../../../src/directory/records/account-requirements-record.ts'
import {
  buildFile,
  type DataBuildRecord,
  type MethodBuild,
} from '../../../../src/directory/records/data-build-record.ts'
import type { Redistribution, Source } from '../../../../src/directory/records/source.ts'
import { parseTable, sourcesNamedIn } from '../auxiliary-tables.ts'
import { type DataFolder, openDataFolder, saveDataFolder } from '../data-folder.ts'
import { type Correction, correctionsFile, isUrl, readCorrections, schemeOf } from '../read-corrections.ts'
import { lostMethods } from './describe-build.ts'
import type { FilteredData } from './filter.ts'

/** The tables that are not copied by the sources of their rows. */
const ownTables: readonly string[] = Object.values(dataTables).flatMap(({ file, keptBy }) =>
  keptBy === 'references' ? [file] : [],
)
const { file: accountFormsFile } = dataTables.accountForms
const { file: accountRequirementsFile } = dataTables.accountRequirements

export interface WrittenFolder {
  revision: string
  /** Auxiliary tables that were left out. The service can do without them: the program ships with its own copies. */
  files_left_out: string[]
}

/** `out` must be an empty folder, or not exist yet. `complete`: adds files to the folder before it gets its name. */
export function writeFilteredFolder(
  data: DataFolder,
  filtered: FilteredData,
  classes: ReadonlySet<Redistribution>,
  out: string,
  complete: (folder: string) => void = () => {},
): WrittenFolder {
  mkdirSync(dirname(out), { recursive: true })
  // Write the draft next to `out`, because a rename is atomic only within one file system.
  const draft = join(dirname(out), `.${basename(out)}-${randomUUID()}`)
  mkdirSync(draft)
  try {
    const sources = new Map(filtered.sources)
    const build = { data, draft, filtered, classes, keepSources: createSourceFilter(data.sources, sources, classes) }
    const leftOut = [...copyAuxiliaryTables(build), ...copyBranchLists(build)]
    const methods = copyRequirements(build)
    copyCorrections(build)
    for (const name of ['countries', 'schemes', 'codeRanges', 'ranks', 'intentWords', 'rails'] as const) {
      const rows = [...filtered[name].values()]
      const { file, isRequired } = dataTables[name]
      if (isRequired || rows.length > 0) writeFileSync(join(draft, file), listText(rows))
    }
    writeFileSync(join(draft, buildFile), buildText({ ...filtered.build, methods }))
    saveDataFolder({ path: draft, sources, banks: filtered.banks })
    writeFileSync(join(draft, creditsFile), creditsText([...sources.values()], data.revision))
    for (const name of ['LICENSE.md', 'README.md']) copyWithNote(build, name)
    // Read the folder as the service does, so that a folder it would reject is never published.
    const folder = openDataFolder(draft)
    readCorrections(folder)
    complete(draft)
    // If `out` is an empty folder, the rename replaces it.
    renameSync(draft, out)
    return { revision: folder.revision, files_left_out: leftOut }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

interface Build {
  data: DataFolder
  /** The folder to write to. */
  draft: string
  filtered: FilteredData
  classes: ReadonlySet<Redistribution>
  /** Returns whether all the given sources may be redistributed. If so, adds them to the sources of the new folder. */
  keepSources(ids: readonly string[]): boolean
}

function createSourceFilter(
  known: Map<string, Source>,
  kept: Map<string, Source>,
  classes: ReadonlySet<Redistribution>,
): Build['keepSources'] {
  return (ids) => {
    const sources = ids.flatMap((id) => known.get(id) ?? [])
    if (sources.length < ids.length || sources.some(({ redistribution }) => classes.has(redistribution))) return false
    for (const source of sources) kept.set(source.id, source)
    return true
  }
}

/**
 * Copies the auxiliary tables whose sources are all kept. From a table that is an array, copies only the entries whose
 * sources are kept. A table or an entry that names no source is left out, because its terms are unknown. Returns the
 * names of the files that are left out.
 */
function copyAuxiliaryTables({ data: { path }, draft, filtered, keepSources }: Build): string[] {
  const { countries, schemes } = filtered
  const leftOut: string[] = []
  const hasKeptCountry = (table: { country?: unknown }): boolean =>
    table.country === undefined || countries.some(({ code }) => code === table.country)
  const hasKeptScheme = (table: { scheme?: unknown }): boolean =>
    table.scheme === undefined || schemes.has(String(table.scheme))
  const isKept = (table: object): boolean => {
    const named = sourcesNamedIn(table)
    return hasKeptCountry(table) && hasKeptScheme(table) && named.length > 0 && keepSources(named)
  }
  for (const name of readdirSync(path).filter((file) => file.endsWith('.json') && !ownTables.includes(file))) {
    const text = readFileSync(join(path, name), 'utf8')
    const table = withoutBranches(parseTable(name, text))
    const entries = Array.isArray(table) ? table.filter((entry) => isKept(Object(entry))) : undefined
    if (entries ? entries.length === 0 : !isKept(table)) leftOut.push(name)
    else writeFileSync(join(draft, name), entries ? `${JSON.stringify(entries, null, 2)}\n` : text)
  }
  return leftOut
}

/** Account forms can do without their branch lists, so the terms of these do not count for the form. */
const withoutBranches = (table: object): object =>
  Array.isArray(table) ? table.map((entry) => withoutField(Object(entry), 'branches')) : table

function withoutField(entry: Record<string, unknown>, field: string): object {
  const { [field]: _, ...rest } = entry
  return rest
}

/**
 * Copies the branch lists of the copied account forms whose sources are kept, and removes `branches` from the other forms.
 * A row whose bank is left out keeps its name, which the list itself has. Returns the names of the files that are left
 * out.
 */
function copyBranchLists({ data, draft, filtered, keepSources }: Build): string[] {
  const { path, accountForms } = data
  const copied = readRows<AccountFormRecord>(draft, accountFormsFile)
  const kept = new Set(
    accountForms.flatMap(({ id, branches }) =>
      branches && copied.some((form) => form.id === id) && keepSources(Object.values(branches)) ? [id] : [],
    ),
  )
  const forms = copied.map((form) => {
    const branches = kept.has(form.id) && accountForms.find(({ id }) => id === form.id)?.branches
    return branches ? { ...form, branches } : form
  })
  if (kept.size > 0) writeFileSync(join(draft, accountFormsFile), `${JSON.stringify(forms, null, 2)}\n`)
  for (const file of [...kept].map(branchFile)) {
    const rows = parseBranchRows(readFileSync(join(path, file)), file, throwFault).map((row) =>
      row.holder === '' || filtered.banks.has(row.holder)
        ? row
        : { ...row, holder: '', holder_name: data.banks.get(row.holder)?.name ?? '' },
    )
    mkdirSync(join(draft, branchesFolder), { recursive: true })
    writeFileSync(join(draft, file), serializeBranchRows(rows))
  }
  return accountForms.flatMap(({ id, branches }) => (branches && !kept.has(id) ? [branchFile(id)] : []))
}

/**
 * Copies the payment methods that still have everything they refer to: a method can lose its country or its form. Run it
 * after the account forms are copied. Returns the methods that are left out.
 */
function copyRequirements({ data, draft, filtered, classes, keepSources }: Build): MethodBuild[] {
  const { path, sources } = data
  const full = toRequirementsTable(readRows<RequirementRecord>(path, accountRequirementsFile))
  const { fields, methods } = full
  const known = { ...filtered, sources, accountForms: readRows<AccountFormRecord>(draft, accountFormsFile) }
  const table = { fields: fields.filter(({ source }) => keepSources([source])), methods: [] }
  const usable = methods
    .map((method) => ({ ...method, fields: method.fields.map((field) => withKnownSchemes(field, filtered.schemes)) }))
    .filter((method) => methodError(method, table, known) === null && keepSources([method.source]))
  const kept = [...table.fields, ...usable]
  if (kept.length > 0) writeFileSync(join(draft, accountRequirementsFile), listText(kept))
  const before = { countries: data.countries, accountRequirements: full }
  const after = { countries: filtered.countries, accountRequirements: { fields: table.fields, methods: usable } }
  return lostMethods(data, before, after, classes)
}

/** A bank field with several schemes can do without one of them. */
function withKnownSchemes(field: MethodFieldRecord, known: FilteredData['schemes']): MethodFieldRecord {
  const left = field.schemes?.filter((id) => known.has(id)) ?? []
  return left.length === 0 ? field : { ...field, schemes: left }
}

const readRows = <Row>(folder: string, name: string): Row[] =>
  existsSync(join(folder, name)) ? JSON.parse(readFileSync(join(folder, name), 'utf8')) : []

/** Copies the corrections that apply to the new folder. Without them, its next import would bring the mistakes back. */
function copyCorrections({ data, draft, filtered: { banks, schemes }, keepSources }: Build): void {
  const isKept = ({ bank, fact, evidence }: Correction): boolean => {
    const scheme = schemeOf(fact)
    if (!banks.has(bank) || (scheme !== undefined && !schemes.has(scheme))) return false
    return isUrl(evidence) || keepSources([evidence])
  }
  const lines = readCorrections(data).filter(isKept)
  if (lines.length === 0) return
  writeFileSync(join(draft, correctionsFile), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

/** Writes one country and one payment method per line, so that a diff shows which of them changed. */
function buildText({ countries, methods = [], ...head }: DataBuildRecord): string {
  const start = JSON.stringify(head, null, 2).slice(0, -2)
  const lists = Object.entries({ methods, countries }).map(
    ([name, rows]) => `  "${name}": [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`,
  )
  return `${start},\n${lists.join(',\n')}\n}\n`
}

const listText = (rows: object[]): string => `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`

function copyWithNote({ data: { path, revision }, draft, classes }: Build, name: string): void {
  const file = join(path, name)
  if (!existsSync(file)) return
  const note = `> This folder was built from data revision ${revision}, without facts that depend only on sources whose
> \`redistribution\` is ${[...classes].map((one) => `\`${one}\``).join(' or ')}. The text below describes the original data: this folder may have
> fewer banks, countries and sources. \`sources.json\` lists the sources that are left, and \`${creditsFile}\` the credits that they
> require. \`${buildFile}\` says for each country how much the original data has.
`
  writeFileSync(join(draft, name), `${note}\n${readFileSync(file, 'utf8')}`)
}
