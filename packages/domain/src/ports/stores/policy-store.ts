import type { AlreadyExists, Invalid, NotFound, Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { Tenant } from '../../kernel/principal.ts';
import type { Policy, PolicyRef } from '../../policy/policy.ts';

/** Reads policies. They are immutable: one (id, version) means the same document for ever. */
export type PolicyStore = {
  /** Answers the version that new profiles of this tenant get. A policy of another partner is `NotFound`, too. */
  readonly latest: (id: string, tenant: Tenant) => TaskEither<NotFound | Unavailable, Policy>;
  /** Answers a policy of any partner: a profile names the policy under which it is judged. */
  readonly get: (ref: PolicyRef) => TaskEither<NotFound | Unavailable, Policy>;
};

/** The stored facts of a policy besides its document. */
export type StoredPolicy = {
  readonly ref: PolicyRef;
  /** The only partner who may choose the policy; `null` means that everybody may. */
  readonly partnerId: string | null;
  /** The digest as `policyDigest` computes it. */
  readonly digest: string;
  /** Its row does not open: what is said of it stands in columns that nothing proves. */
  readonly isDamaged?: true;
};

/**
 * Keeps the operator's own policies. A document that no longer has the digest with which it was added is an outage, and
 * never another policy.
 */
export type PolicyRepository = PolicyStore & {
  /**
   * Adds a document, for every partner or for one; from then on it is the newest version of its id. Adding the same
   * document for the same partners again changes nothing; anything else under its name is `AlreadyExists`. `Invalid`
   * means that it does not have the form of a policy, or that it has the name of the built-in policy.
   */
  readonly add: (policy: Policy, partnerId: string | null) => TaskEither<AlreadyExists | Invalid | Unavailable, void>;
  /**
   * Lists all policies that were added, in that order, without reading their documents. One whose row does not open
   * hides no other, and is among them.
   */
  readonly list: () => TaskEither<Unavailable, readonly StoredPolicy[]>;
};
