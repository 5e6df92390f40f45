/** Reads the description of a reduced data build, if the folder has one. */
import { buildFile, type DataBuildRecord, dataBuildSchema } from '../../directory/records/data-build-record.ts'
import type { DataFiles } from '../data-files.ts'
import { parseJson } from '../parse-json.ts'
import { requireFile } from '../read-folder.ts'
import { createSchemaCheck } from '../schema-check.ts'

export function readBuild(files: DataFiles): DataBuildRecord | undefined {
  if (!files.has(buildFile)) return undefined
  const location = { file: buildFile }
  const table = parseJson(requireFile(files, buildFile).toString(), location)
  return createSchemaCheck<DataBuildRecord>(dataBuildSchema)(table, location)
}
