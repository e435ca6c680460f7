import type { Policy, PolicyRef } from '../../decision/policy.ts';
import type { NotFound, Unavailable } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';

/** Policies are immutable: one (id, version) means the same document for ever. */
export type PolicyStore = {
  /** The version that new profiles get. */
  readonly latest: (id: string) => TaskEither<NotFound | Unavailable, Policy>;
  readonly get: (ref: PolicyRef) => TaskEither<NotFound | Unavailable, Policy>;
};
