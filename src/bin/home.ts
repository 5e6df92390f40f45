/** The folder of the program: its data is there, and what it keeps unless a setting says otherwise. */
import { fileURLToPath } from 'node:url'

export const home = fileURLToPath(new URL('../..', import.meta.url))
