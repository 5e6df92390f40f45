/** Prints the Debian packages of the programs that tests need and that are missing or do not work, for `.ci/run`. */
import { missingPackages } from './programs.ts'

process.stdout.write(missingPackages().join(' '))
