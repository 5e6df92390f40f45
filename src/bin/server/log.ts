/** The part of the service's log that the modules here write to. */
export interface Log {
  info(line: object, message: string): void
  warn(line: object, message: string): void
}
