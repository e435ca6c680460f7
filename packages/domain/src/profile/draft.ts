import type { Policy } from '../decision/policy.ts';
import type { ReasonCode } from '../decision/reasons.ts';
import { type InvalidTransition, invalidTransition } from '../errors.ts';
import { E, type Either } from '../fp.ts';
import { chainEntries, type EntryDraft } from '../ledger/chain.ts';
import { saltedDigest } from '../ledger/digest.ts';
import type { Actor, Json, LedgerEntry } from '../ledger/entry.ts';
import { retained } from './changes/retention.ts';
import type { Profile, Status } from './profile.ts';
import { allowedEvents, hasEdge, type ProfileEvent, permits } from './transitions.ts';

/** A profile between two versions, with the events that happen to it on the way. */
export type Draft = {
  readonly policy: Policy;
  readonly profile: Profile;
  readonly entries: readonly EntryDraft[];
  readonly actor: Actor;
  /** ISO 8601. It is never before the profile's last change, so that a clock that steps back changes nothing. */
  readonly now: string;
};

/** How many applied commands a profile remembers. */
const remembered = 256;

const system: Actor = { type: 'system', id: 'portcullis' };

/** The same draft, continued by the service itself. */
export const asSystem = (draft: Draft): Draft => ({ ...draft, actor: system });

/** The draft with some of its profile changed. */
export const amend = (draft: Draft, changes: Partial<Profile>): Draft => ({
  ...draft,
  profile: { ...draft.profile, ...changes },
});

type EventFacts = {
  readonly data?: { readonly [key: string]: Json };
  readonly reasons?: readonly ReasonCode[];
  /** What somebody wrote. It is kept beside what is hashed, so that it can be erased. */
  readonly personal?: LedgerEntry['personal'];
};

/** The part of an entry that can be erased, and the digest of it that the chain contains. */
const erasable = (
  salt: string,
  personal: LedgerEntry['personal'] = {},
): Pick<LedgerEntry, 'personal' | 'personal_digest'> =>
  Object.keys(personal).length === 0 ? {} : { personal, personal_digest: saltedDigest(salt, personal) };

/** Records an event that does not change the status. */
export const note = (draft: Draft, type: string, facts: EventFacts = {}, occurredAt: string = draft.now): Draft => ({
  ...draft,
  entries: [
    ...draft.entries,
    {
      kind: 'verification_event',
      type,
      reasons: facts.reasons ?? [],
      actor: draft.actor,
      data: facts.data ?? {},
      occurred_at: occurredAt,
      ...erasable(draft.profile.salt, facts.personal),
    },
  ],
});

/** Rejects an event. The error has the event, the profile's status, and what this actor could do instead. */
export const refuse = (draft: Draft, asked: string): InvalidTransition =>
  invalidTransition(asked, draft.profile.status, allowedEvents(draft.profile.status, draft.actor.type));

/** Moves the profile along a transition of the table; any other transition is rejected. */
export const move = (
  draft: Draft,
  event: ProfileEvent,
  to: Status,
  facts: EventFacts = {},
): Either<InvalidTransition, Draft> => {
  const { status: from } = draft.profile;
  if (!hasEdge(event, from, to) || !permits(event, from, draft.actor.type)) return E.left(refuse(draft, event));
  const noted = note(draft, event, facts);
  const last = noted.entries.at(-1);
  const entries = last ? [...draft.entries, { ...last, kind: 'status_change' as const, from, to }] : draft.entries;
  return E.right(
    amend(
      { ...noted, entries },
      {
        status: to,
        statusReasons: facts.reasons ?? [],
        ...retained(draft.policy, draft.profile, to, draft.now),
      },
    ),
  );
};

/** The seq that the next entry of a draft will have. */
export const nextSeq = (draft: Draft): number => draft.profile.version + draft.entries.length + 1;

export type Sealed = { readonly profile: Profile; readonly entries: readonly LedgerEntry[] };

/** Chains the entries, and lets the profile point to the last of them. A draft without entries changes nothing. */
export const seal = (draft: Draft, commandId: string | null): Sealed => {
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
      applied: [...profile.applied, ...applied].slice(-remembered),
    },
    entries,
  };
};
