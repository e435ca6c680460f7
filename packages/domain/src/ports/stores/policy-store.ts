import type { Tenant } from '../../access/caller.ts';
import type { Policy, PolicyRef } from '../../decision/policy.ts';
import type { AlreadyExists, Invalid, NotFound, Unavailable } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';

/** Policies are immutable: one (id, version) means the same document for ever. */
export type PolicyStore = {
  /** The version that new profiles of this tenant get; `NotFound` also for a policy of another partner. */
  readonly latest: (id: string, chooser: Tenant) => TaskEither<NotFound | Unavailable, Policy>;
  /** Whoever's it is: a profile names the one that it is judged under. */
  readonly get: (ref: PolicyRef) => TaskEither<NotFound | Unavailable, Policy>;
};

/** What is kept of a policy beside its document. */
export type KeptPolicy = {
  readonly ref: PolicyRef;
  /** The partner who alone may choose it; `null`: everybody may. */
  readonly partnerId: string | null;
  /** As of `policyDigest`. */
  readonly digest: string;
};

/**
 * Where the policies of an operator's own are kept. A document that is not any more what was added, by its digest, is an
 * outage, and never another policy.
 */
export type PolicyRegister = PolicyStore & {
  /**
   * Keeps a document, for every partner or for one; it is the newest of its id from then on. The same document for the same
   * choosers again changes nothing; anything else under its name is `AlreadyExists`. `Invalid`: not of the form of a
   * policy, or under the name of the one in the code.
   */
  readonly add: (policy: Policy, partnerId: string | null) => TaskEither<AlreadyExists | Invalid | Unavailable, void>;
  /** All that were added, in that order, without a look into their documents. */
  readonly list: () => TaskEither<Unavailable, readonly KeptPolicy[]>;
};
