import { type LedgerEntry, type Profile, standardPolicy, type Tenant } from '@portcullis/domain';
import type { ProfileChange, UploadOwner } from '@portcullis/domain/ports';
import { openProfile } from '@portcullis/domain/profile';

let made = 0;

/** Answers an id that no other call in this process has returned. */
export const freshId = (prefix = 't'): string => {
  made += 1;
  return `${prefix}${made.toString(36).padStart(15 - prefix.length, '0')}`;
};

/** Answers a session id (36 characters) that no other call in this process has returned. */
export const freshSessionId = (): string => {
  made += 1;
  return `00000000-0000-4000-8000-${made.toString(16).padStart(12, '0')}`;
};

export const acme: Tenant = { partnerId: 'acme', teamId: null };

/** A member of the partner's staff, by the id that the ledger keeps. */
export const aReviewer = { id: 'staff-0217', name: 'M. Keller' };

/** Answers a fake hash: 64 hex characters that identify an entry, and that no verifier would accept. */
export const fakeHash = (seq: number): string => seq.toString(16).padStart(64, '0');

const opened = openProfile(
  standardPolicy({ livenessThreshold: 75, specimens: false }),
  {
    id: 'profile00000001',
    tenant: acme,
    reference: 'customer-1',
    claimed: {},
    language: 'en',
    metadata: {},
    redirectUrl: null,
    salt: 'ab'.repeat(32),
    scenario: null,
    previousProfileId: null,
  },
  { type: 'machine', id: 'acme-server' },
  '2026-05-01T10:00:00.000Z',
).profile;

/** A new profile; `over` replaces fields. Its version and ledger head are those of one entry. */
export const aProfile = (over: Partial<Profile> = {}): Profile => ({
  ...opened,
  ledgerHead: fakeHash(opened.version),
  ...over,
});

/** One ledger entry; `over` replaces fields. Its hashes are fakes that follow from `seq`. */
export const anEntry = (over: Partial<LedgerEntry> = {}): LedgerEntry => {
  const seq = over.seq ?? 1;
  return {
    id: freshId('e'),
    profile_id: 'profile00000001',
    seq,
    kind: 'verification_event',
    type: 'evidence_added',
    reasons: [],
    actor: { type: 'system', id: 'portcullis' },
    data: {},
    occurred_at: '2026-05-01T10:00:00.000Z',
    recorded_at: '2026-05-01T10:00:00.000Z',
    prev_hash: fakeHash(seq - 1),
    hash: fakeHash(seq),
    ...over,
  };
};

/** A profile with the entries 1 to `version` that made it, as a store's `insert` takes it. */
export const aNew = (over: Partial<Profile> = {}): ProfileChange => {
  const profile = aProfile({ id: freshId('p'), ...over });
  const entries = Array.from({ length: profile.version }, (_, i) => anEntry({ profile_id: profile.id, seq: i + 1 }));
  return { profile: { ...profile, ledgerHead: fakeHash(profile.version) }, entries };
};

/** The change that follows `profile` with `count` new entries; `over` says what differs afterwards. */
export const aChangeOf = (profile: Profile, over: Partial<Profile> = {}, count = 1): ProfileChange => {
  const version = profile.version + count;
  const entries = Array.from({ length: count }, (_, i) =>
    anEntry({ profile_id: profile.id, seq: profile.version + i + 1 }),
  );
  return { profile: { ...profile, ...over, version, ledgerHead: fakeHash(version) }, entries };
};

/** The owner of an upload: a profile of a partner. */
export const uploadOwner = (profileId = 'uploads', partnerId = acme.partnerId): UploadOwner => ({
  profileId,
  tenant: { partnerId, teamId: null },
});
