/** Finds the operator's corrections whose bank a new release changes: the correction may no longer be needed, or be out of date. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the ids of banks in the overlay whose record differs between the two data folders. */
export function overlayConflicts(overlay: string | undefined, before: string | undefined, after: string): string[] {
  const folder = overlay && join(overlay, 'banks')
  if (!folder || before === undefined || !existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => {
      const [old, next] = [before, after].map((data) => linesById(join(data, 'banks', name)))
      return [...linesById(join(folder, name)).keys()].filter((id) => old?.get(id) !== next?.get(id))
    })
}

function linesById(file: string): Map<string, string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Map(lines.flatMap((line) => (/^\{"id":"([^"]*)"/.exec(line) ?? []).slice(1).map((id) => [id, line])))
}
