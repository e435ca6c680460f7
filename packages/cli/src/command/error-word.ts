/** What an error of the system says in a word. */
export const errorWord = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : 'of another kind';
