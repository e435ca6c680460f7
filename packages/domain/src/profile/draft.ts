import { type InvalidTransition, invalidTransition } from '../kernel/errors.ts';
import { E, type Either } from '../kernel/fp.ts';
import { saltedDigest } from '../kernel/hash.ts';
import type { Status } from '../kernel/status.ts';
import { chainEntries, type EntryDraft } from '../ledger/chain.ts';
import type { Actor, Json, LedgerEntry } from '../ledger/entry.ts';
import type { Policy } from '../policy/policy.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { Declines, Profile } from './profile.ts';
import { retentionPatch } from './retention.ts';
import { allowedEvents, hasTransition, isPermitted, type TransitionEvent } from './transitions.ts';

/** A profile between two versions, with the events that happen to it on the way. */
export type ProfileDraft = {
  readonly policy: Policy;
  readonly profile: Profile;
  readonly entries: readonly EntryDraft[];
  readonly actor: Actor;
  /** ISO 8601. It is never before the profile's last change, so that a clock that steps back changes nothing. */
  readonly now: string;
};

/** How many applied commands a profile remembers. */
const maxAppliedCommands = 256;

const system: Actor = { type: 'system', id: 'portcullis' };

/** The same draft, continued by the service itself. */
export const asSystem = (draft: ProfileDraft): ProfileDraft => ({ ...draft, actor: system });

/** The draft with some of its profile changed. */
export const patch = (draft: ProfileDraft, changes: Partial<Profile>): ProfileDraft => ({
  ...draft,
  profile: { ...draft.profile, ...changes },
});

type EventDetails = {
  readonly data?: { readonly [key: string]: Json };
  readonly reasons?: readonly ReasonCode[];
  /** The text that somebody wrote. It is kept beside what is hashed, so that it can be erased. */
  readonly personal?: LedgerEntry['personal'];
};

/** The part of an entry that can be erased, and the digest of it that the chain contains. */
const personalPart = (
  salt: string,
  personal: LedgerEntry['personal'] = {},
): Pick<LedgerEntry, 'personal' | 'personal_digest'> =>
  Object.keys(personal).length === 0 ? {} : { personal, personal_digest: saltedDigest(salt, personal) };

/** Records an event that does not change the status. */
export const recordEvent = (draft: ProfileDraft, type: string, facts: EventDetails = {}): ProfileDraft => ({
  ...draft,
  entries: [
    ...draft.entries,
    {
      kind: 'verification_event',
      type,
      reasons: facts.reasons ?? [],
      actor: draft.actor,
      data: facts.data ?? {},
      occurred_at: draft.now,
      ...personalPart(draft.profile.salt, facts.personal),
    },
  ],
});

/** Rejects an event. The error has the event, the profile's status, and what this actor could do instead. */
export const rejectTransition = (draft: ProfileDraft, event: string): InvalidTransition =>
  invalidTransition(event, draft.profile.status, allowedEvents(draft.profile.status, draft.actor.type));

/** The declines of a profile that is declined now. */
const withDecline = ({ declines }: Profile): Declines => ({
  before: declines?.before ?? 0,
  own: (declines?.own ?? 0) + 1,
});

/** Moves the profile along a transition of the table; any other transition is rejected. */
export const transition = (
  draft: ProfileDraft,
  event: TransitionEvent,
  to: Status,
  facts: EventDetails = {},
): Either<InvalidTransition, ProfileDraft> => {
  const { status: from } = draft.profile;
  if (!hasTransition(event, from, to) || !isPermitted(event, from, draft.actor.type))
    return E.left(rejectTransition(draft, event));
  const recorded = recordEvent(draft, event, facts);
  const last = recorded.entries.at(-1);
  const entries = last ? [...draft.entries, { ...last, kind: 'status_change' as const, from, to }] : draft.entries;
  return E.right(
    patch(
      { ...recorded, entries },
      {
        status: to,
        statusReasons: facts.reasons ?? [],
        ...retentionPatch(draft.policy, to, draft.now),
        waitingSince: to === 'in_review' ? draft.now : null,
        ...(to === 'declined' && { declines: withDecline(draft.profile) }),
      },
    ),
  );
};

/** The seq that the next entry of a draft will have. */
export const nextSeq = (draft: ProfileDraft): number => draft.profile.version + draft.entries.length + 1;

export type FinalizedChange = { readonly profile: Profile; readonly entries: readonly LedgerEntry[] };

/** Chains the entries, and lets the profile point to the last of them. A draft without entries changes nothing. */
export const finalize = (draft: ProfileDraft, commandId: string | null): FinalizedChange => {
  const { profile } = draft;
  const head = { profileId: profile.id, seq: profile.version, hash: profile.ledgerHead };
  const entries = chainEntries(head, draft.entries, draft.now);
  const last = entries.at(-1);
  if (!last) return { profile, entries };
  const applied = commandId === null ? [] : [{ commandId, seq: last.seq }];
  return {
    profile: {
      ...profile,
      version: last.seq,
      ledgerHead: last.hash,
      updatedAt: draft.now,
      applied: [...profile.applied, ...applied].slice(-maxAppliedCommands),
    },
    entries,
  };
};
