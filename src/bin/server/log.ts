/** The part of the service's logger that the modules in this folder use. */
export interface Log {
  info(line: object, message: string): void
  warn(line: object, message: string): void
}
