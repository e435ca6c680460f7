/** An error of the system in a word. */
export const errorWord = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : 'of another kind';
