import type { Claimed } from '../evidence/evidence.ts';
import type { ProfileId } from '../kernel/ids.ts';
import type { Tenant } from '../kernel/principal.ts';
import { type EntryDraft, genesisHash } from '../ledger/chain.ts';
import type { Actor } from '../ledger/entry.ts';
import type { Policy } from '../policy/policy.ts';
import { type FinalizedChange, finalize } from './draft.ts';
import { claimedLedgerData } from './evidence-entry.ts';
import type { PartnerSettings } from './partner-settings.ts';
import type { Declines, Profile } from './profile.ts';

/** The input of a new profile. */
export type NewProfile = PartnerSettings & {
  readonly id: ProfileId;
  readonly tenant: Tenant;
  readonly reference: string;
  readonly claimed: Claimed;
  readonly salt: string;
  readonly scenario: string | null;
  readonly previousProfileId: ProfileId | null;
  /** Absent when no earlier profile of the reference was declined. */
  readonly declines?: Declines;
};

/**
 * The given fields stand last: V8 takes 30 µs to add twenty fields to a copy, and less than one to copy them to others.
 */
const initialProfile = (policy: Policy, given: NewProfile, now: string): Profile => ({
  current: true,
  status: 'created',
  statusReasons: [],
  policy: { id: policy.id, version: policy.version },
  attempt: { number: 1, max: policy.maxAttempts },
  askedSteps: null,
  linkGeneration: 1,
  evidence:
    Object.keys(given.claimed).length > 0 ? [{ kind: 'claimed', claimed: given.claimed, attempt: 1, at: now }] : [],
  checks: [],
  decision: null,
  applied: [],
  version: 0,
  ledgerHead: genesisHash,
  createdAt: now,
  updatedAt: now,
  expiresAt: new Date(Date.parse(now) + policy.expiresAfterSeconds * 1000).toISOString(),
  processingEndsAt: null,
  decidedAt: null,
  lapsesAt: null,
  waitingSince: null,
  erasesAt: null,
  erasureAnnouncedAt: null,
  retainedUntil: null,
  ...given,
});

/** Makes a new profile, and the first entry of its ledger. */
export const openProfile = (policy: Policy, given: NewProfile, actor: Actor, now: string): FinalizedChange => {
  const profile = initialProfile(policy, given, now);
  const created: EntryDraft = {
    kind: 'status_change',
    type: 'created',
    to: 'created',
    reasons: [],
    actor,
    data: {
      policy: { id: policy.id, version: policy.version },
      claimed: claimedLedgerData(given.salt, given.claimed),
      previous_profile_id: given.previousProfileId,
    },
    occurred_at: now,
  };
  return finalize({ policy, profile, entries: [created], actor, now }, null);
};

/** The declines with which the profile after another one begins. */
export const inheritedDeclines = (previous: Profile | null): Pick<NewProfile, 'declines'> => {
  const { declines } = previous ?? {};
  return declines ? { declines: { before: declines.before + declines.own, own: 0 } } : {};
};
