import type { Actor } from '../kernel/actor.ts';
import type { ProfileId } from '../kernel/ids.ts';
import type { Status } from '../kernel/status.ts';
import type { ReasonCode } from '../policy/reasons.ts';

export { type Actor, actorTypes } from '../kernel/actor.ts';

export const entryKinds = ['status_change', 'verification_event'] as const;
export type EntryKind = (typeof entryKinds)[number];

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * One thing that happened to a profile. `hash` is SHA-256, lower-case hex, over the canonical JSON (RFC 8785) of every
 * other field except `personal`. `prev_hash` is the hash of the entry before; for the first entry it is 64 zeros.
 * `data` contains personal data only as a salted digest. Data that must be kept in clear is in `personal`, and only its
 * salted digest, `personal_digest`, is hashed. So `personal` can be erased, and the chain still verifies. Field names
 * are those of the wire and of the store, because they are what is hashed.
 */
export type LedgerEntry = {
  readonly id: string;
  readonly profile_id: ProfileId;
  readonly seq: number;
  readonly kind: EntryKind;
  readonly type: string;
  readonly from?: Status;
  readonly to?: Status;
  readonly reasons: readonly ReasonCode[];
  readonly actor: Actor;
  readonly data: { readonly [key: string]: Json };
  /** A text that somebody wrote: a reviewer's note, or a partner's own event. It is absent once it is erased. */
  readonly personal?: { readonly [key: string]: Json };
  readonly personal_digest?: string;
  readonly occurred_at: string;
  readonly recorded_at: string;
  readonly prev_hash: string;
  readonly hash: string;
};
