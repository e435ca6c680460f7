/**
 * A finding about a policy, with its location (RFC 6901 JSON pointer) and message. An error means that the policy
 * approves somebody who must not be approved, or nobody at all. A warning is something that the author may not have
 * intended.
 */
export type PolicyFinding = {
  readonly level: 'error' | 'warning';
  readonly pointer: string;
  readonly message: string;
};

/** Returns an error if the condition holds. */
export const errorIf = (holds: boolean, pointer: string, message: string): readonly PolicyFinding[] =>
  holds ? [{ level: 'error', pointer, message }] : [];

export const warningIf = (holds: boolean, pointer: string, message: string): readonly PolicyFinding[] =>
  holds ? [{ level: 'warning', pointer, message }] : [];
