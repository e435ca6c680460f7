import type { Tenant } from '../../access/caller.ts';
import type { Policy, PolicyRef } from '../../decision/policy.ts';
import type { AlreadyExists, NotFound, Unavailable } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';

/** Policies are immutable: one (id, version) means the same document for ever. */
export type PolicyStore = {
  /** The version that new profiles of this tenant get; `NotFound` also for a policy of another partner. */
  readonly latest: (id: string, chooser: Tenant) => TaskEither<NotFound | Unavailable, Policy>;
  /** Whoever's it is: a profile names the one that it is judged under. */
  readonly get: (ref: PolicyRef) => TaskEither<NotFound | Unavailable, Policy>;
};

/** Where the policies of an operator's own are kept. */
export type PolicyRegister = PolicyStore & {
  /**
   * Keeps a document, for every partner or for one; it is the newest of its id from then on. The same document again
   * changes nothing; another one under its name is `AlreadyExists`.
   */
  readonly add: (policy: Policy, partnerId: string | null) => TaskEither<AlreadyExists | Unavailable, void>;
};
