// The stores of the product over each engine, and the writes that they would send.
import { randomIds } from '@portcullis/adapter-memory';
import { pocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import { postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { E, standardPolicy } from '@portcullis/domain';
import { verifyChain } from '@portcullis/domain/ledger';
import { execute, openProfile } from '@portcullis/domain/testing';
import { createRecordStore, keyringOf } from '@portcullis/record-store';
import { admin } from '../database.mjs';

export const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

const standard = standardPolicy({ livenessThreshold: 75, specimens: false });
const partner = { type: 'machine', id: 'bench' };

/** The keyring of one key, which is given as text in base64. */
export const keyringFrom = (text) => keyringOf([{ id: 'bench', key: Uint8Array.from(Buffer.from(text, 'base64')) }]);

/** A driver of an engine with so many connections. `cteWrites: false` is PostgreSQL with BEGIN and COMMIT. */
export const driverOf = ({ engine, url }, { connections = 16, cteWrites = true } = {}) => {
  if (engine !== 'postgres') return { driver: pocketbaseDriver(pocketbaseClient({ ...admin, url })), close: () => {} };
  const client = postgresClient({ url, maxConnections: connections, cteWrites, deadlineMs: 30_000 });
  return { driver: postgresDriver(client), close: client.close };
};

/** What a task of the domain answers; throws where it failed. */
export const done = async (task) => {
  const answer = await task();
  if (E.isLeft(answer)) throw new Error(`a store answered ${JSON.stringify(answer.left)}`);
  return answer.right;
};

export const storesOver = (driver, keyring) => createRecordStore(driver, keyring, ids);

/**
 * Stores that write nothing: `writesOf` answers the transaction that a task of theirs would send, sealed as any other.
 * What they read is the database's, such as the keys of the service.
 */
export const recordingStores = (driver, keyring) => {
  let sent = [];
  const transaction = (writes) => async () => {
    sent.push(writes);
    return E.right(undefined);
  };
  const stores = storesOver({ ...driver, transaction }, keyring);
  const writesOf = async (task) => {
    sent = [];
    await done(task);
    if (sent.length !== 1) throw new Error(`a change was ${sent.length} transactions, and not one`);
    return sent[0];
  };
  return { stores, writesOf };
};

/** A new profile, as a create of a partner opens it. */
export const newProfile = (reference, partnerId, at = new Date().toISOString(), policy = standard) =>
  openProfile(
    policy,
    {
      id: ids.id(),
      tenant: { partnerId, teamId: null },
      reference,
      salt: ids.salt(),
      claimed: {},
      language: 'en',
      metadata: {},
      redirectUrl: null,
      scenario: null,
      previousProfileId: null,
    },
    partner,
    at,
  );

const actorOf = (by, { id }) =>
  ({ flow: { type: 'flow', id }, system: { type: 'system', id: 'portcullis' } })[by] ?? partner;

/** A profile after an action of its partner, of its person (`flow`) or of the service, with the entries of it. */
export const changed = (profile, action, at = new Date().toISOString(), by = 'machine', policy = standard) => {
  const change = execute(policy, profile, { id: ids.id(), actor: actorOf(by, profile), action }, at);
  if (E.isLeft(change)) throw new Error(`a change was rejected: ${JSON.stringify(change.left)}`);
  return change.right;
};

/** What a partner notes: an entry, most of which is sealed, and a new version of the profile. */
export const note = (n) => ({
  type: 'append',
  event: 'partner.noted',
  data: { step: 'account', branch: 'north', case: `case-${n}`, note: 'The account was opened at the desk.' },
});

/** The version of a profile, how many entries its ledger has, and whether they open and are its chain. */
export const lookAt = async ({ ledgerReader, profiles }, id) => {
  const profile = await done(profiles.getAny(id));
  const entries = [];
  for (let count = -1; count < entries.length; ) {
    count = entries.length;
    entries.push(...(await done(ledgerReader.entries(id, { afterSeq: count, limit: 500 }))));
  }
  return { version: profile.version, entries: entries.length, isSound: verifyChain(id, entries, profile).ok };
};
