/** The folders for the files of a program that belong to one user, by operating system. */
import { posix, win32 } from 'node:path'

const program = 'bank-lookup'

export function userFolders(
  platform: NodeJS.Platform,
  environment: Record<string, string | undefined>,
  home: string,
): { cache: string; state: string } {
  if (platform === 'win32') {
    const local = environment.LOCALAPPDATA || win32.join(home, 'AppData', 'Local')
    return { cache: win32.join(local, program, 'cache'), state: win32.join(local, program) }
  }
  const isMac = platform === 'darwin'
  // The XDG Base Directory Specification says that a relative path is ignored.
  const folder = (name: string, usual: string): string => {
    const value = environment[name] ?? ''
    return posix.join(posix.isAbsolute(value) ? value : posix.join(home, usual), program)
  }
  return {
    cache: folder('XDG_CACHE_HOME', isMac ? 'Library/Caches' : '.cache'),
    state: folder('XDG_DATA_HOME', isMac ? 'Library/Application Support' : '.local/share'),
  }
}
