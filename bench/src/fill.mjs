// A database filled with profiles by the store itself, sealed under the key of the run: some hundred a second.
import { randomIds } from '@portcullis/adapter-memory';
import { openRecordStore } from '@portcullis/adapter-pocketbase';
import { E, standardPolicy } from '@portcullis/domain';
import { executeAll, openProfile } from '@portcullis/domain/profile';
import { keyringOf } from '@portcullis/record-store';
import { admin } from './database.mjs';
import { dataKey } from './environment.mjs';

/** Scatters the ids of copies over the index, as those of random ids are; the product stays within 64 bits. */
const factor = 6_364_136_223;
const modulus = 1_099_511_627_689;

/** The n-th copy, counted from 1. */
export const copyAt = (n) => {
  const scattered = (BigInt(n) * BigInt(factor)) % BigInt(modulus);
  return { id: `f${scattered.toString(16).padStart(14, '0')}`, reference: `filled-${n}` };
};

/** They are of the last hours, so that none of them expires while it is measured. */
const newest = Date.now();
const apartMs = 1000;

/** The time at which the copy in the middle of `size` was made; each is a second older than the one before. */
export const middleCreatedAt = (size) => new Date(newest - Math.ceil(size / 2) * apartMs).toISOString();

/** How many of the oldest copies are of another status than all others. */
export const rareCopies = (size) => Math.min(5, Math.floor(size / 4));

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));
const policy = standardPolicy({ livenessThreshold: 75, specimens: false });
const actor = { type: 'machine', id: 'bench' };
const consent = { kind: 'consent', textVersion: '1', locale: 'en', granted: true };

const right = (answer) => {
  if (E.isLeft(answer)) throw new Error(`a profile could not be made: ${JSON.stringify(answer.left)}`);
  return answer.right;
};

/** The n-th copy of `size`, as it is stored first: the oldest few were opened, and all others have consented. */
const copyOf = (n, size, partnerId) => {
  const { id, reference } = copyAt(n);
  const at = new Date(newest - n * apartMs).toISOString();
  const opened = openProfile(
    policy,
    {
      id,
      tenant: { partnerId, teamId: null },
      reference,
      claimed: {},
      language: 'en',
      metadata: {},
      redirectUrl: null,
      salt: ids.salt(),
      scenario: null,
      previousProfileId: null,
    },
    actor,
    at,
  );
  if (n > size - rareCopies(size)) return opened;
  const command = { id: `consent/${id}`, actor, action: { type: 'supply', evidence: [consent] } };
  const change = right(executeAll(policy, opened.profile, [command], at));
  return { profile: change.profile, entries: [...opened.entries, ...change.entries] };
};

/** How many profiles are written at a time. */
const atOnce = 4;

/** Fills the database of a service with `size` profiles of a partner. */
export const fill = async ({ database }, partnerId, size) => {
  const { profiles } = openRecordStore({ url: database.url, ...admin, keyring: keyringOf([dataKey]), ids });
  let last = 0;
  const write = async () => {
    while (last < size) {
      last += 1;
      right(await profiles.insert(copyOf(last, size, partnerId), null)());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, write));
};

/** Has SQLite count what its indexes hold, which PocketBase does once a night; by that it chooses among them. */
export const analyze = async ({ database, superuser }) => {
  const answer = await fetch(`${database.url}/api/sql`, {
    method: 'POST',
    headers: { Authorization: superuser, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: 'ANALYZE' }),
  });
  if (!answer.ok) throw new Error(`PocketBase answered a statement ${answer.status}: ${await answer.text()}`);
};
