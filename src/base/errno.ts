// Codes of system errors: `ENOENT`, `EACCES`.

/** Returns the code of a Node error; `unknown` if it has none. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
