/** Finds misspelt settings in the environment. The service cannot reject them: other programs have variables there, too. */
import { type Config, type DefaultPaths, readConfig } from '../config.ts'
import { nearestWord } from '../directory/nearest-word.ts'

type Environment = Record<string, string | undefined>

/** Reads the settings. Each warning is a sentence about a variable that is no setting and has nearly the name of one. */
export function readCheckedConfig(
  environment: Environment,
  paths: DefaultPaths,
): { config: Config; warnings: string[] } {
  const settings = new Set<string>()
  const recorded = new Proxy(environment, {
    get: (variables, name: string) => {
      settings.add(name)
      return variables[name]
    },
  })
  const config = readConfig(recorded, paths)
  const warnings = Object.keys(environment).flatMap((name) => {
    const near = settings.has(name) ? undefined : nearestWord(name, settings)
    // Other programs put a prefix before such names, as in PGHOST.
    return near === undefined || name.endsWith(near)
      ? []
      : [`${name} is not a setting, so it has no effect. Did you mean ${near}?`]
  })
  return { config, warnings }
}
