import type { TaskEither } from '../../kernel/fp.ts';

/** The result of examining something that the service needs. It never contains a secret or a provider's own text. */
export type DiagnosisFinding = {
  /** The subject in a few words: `object store, versions`. */
  readonly subject: string;
  /** `unknown` means that it could not be examined, which proves nothing. */
  readonly verdict: 'ok' | 'warning' | 'wrong' | 'unknown';
  /** The finding in one sentence. */
  readonly found: string;
  /** The remedy for an operator; `null` where there is nothing to do. */
  readonly remedy: string | null;
};

/** Examines one provider with real calls. Each call is free, or the cheapest that there is. */
export type Diagnosis = () => TaskEither<never, readonly DiagnosisFinding[]>;
