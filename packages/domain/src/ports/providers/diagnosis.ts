import type { TaskEither } from '../../fp.ts';

/** What was found when something that the service needs was looked at: never a secret, and never a provider's own text. */
export type Finding = {
  /** What was looked at, in a few words: `permission rekognition:CompareFaces`. */
  readonly subject: string;
  /** `unknown`: it could not be looked at, which is no proof of anything. */
  readonly verdict: 'ok' | 'warning' | 'wrong' | 'unknown';
  /** What was found, in one sentence. */
  readonly found: string;
  /** What an operator can do about it; `null` where there is nothing to do. */
  readonly mend: string | null;
};

/** Looks at one provider with real calls, each of them without cost or as cheap as there is. */
export type Diagnosis = () => TaskEither<never, readonly Finding[]>;
