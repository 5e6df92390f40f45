/** The methods of the service's log that the modules here use. */
export interface Log {
  info(line: object, message: string): void
  warn(line: object, message: string): void
}
