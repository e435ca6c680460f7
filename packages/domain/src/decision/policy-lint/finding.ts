/**
 * Something to be said of a policy: where (RFC 6901 JSON pointer), and what. An error lets somebody through who must not
 * be, or nobody at all; a warning is something that its author may not have meant.
 */
export type PolicyFinding = {
  readonly level: 'error' | 'warning';
  readonly pointer: string;
  readonly message: string;
};

/** Findings, if what they say holds. */
export const errorIf = (holds: boolean, pointer: string, message: string): readonly PolicyFinding[] =>
  holds ? [{ level: 'error', pointer, message }] : [];

export const warningIf = (holds: boolean, pointer: string, message: string): readonly PolicyFinding[] =>
  holds ? [{ level: 'warning', pointer, message }] : [];
