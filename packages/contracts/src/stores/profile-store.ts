import assert from 'node:assert/strict';
import {
  E,
  type LedgerEntry,
  type LedgerReader,
  notFound,
  type Profile,
  type ProfileStore,
  type Tenant,
} from '@portcullis/domain';
import type { EntryFinder, ProfileChange } from '@portcullis/domain/ports';
import { aSession } from '../builders/evidence.ts';
import { aFullProfile } from '../builders/full-profile.ts';
import { aChangeOf, acme, aNew, anEntry, freshId, freshSessionId } from '../builders/profiles.ts';
import { assertFields, type Runner, reasonOf, resultOf } from '../shared/runner.ts';
import { dueProfilesContract } from './due-profiles.ts';

export type OpenRecords = () => Promise<{
  readonly profiles: ProfileStore;
  readonly ledgerReader: LedgerReader & EntryFinder;
}>;

const north: Tenant = { partnerId: 'acme', teamId: 'north' };
const south: Tenant = { partnerId: 'acme', teamId: 'south' };
const globex: Tenant = { partnerId: 'globex', teamId: null };

const versionConflict = { _tag: 'VersionConflict' };
const alreadyExists = { _tag: 'AlreadyExists' };

const insertAll = async (store: ProfileStore, ...changes: readonly ProfileChange[]): Promise<void> => {
  for (const change of changes) await resultOf(store.insert(change, null));
};

const allEntries = (ledgerReader: LedgerReader, { id }: Profile): Promise<readonly LedgerEntry[]> =>
  resultOf(ledgerReader.entries(id, { afterSeq: 0, limit: 1000 }));

const idsOf = (items: readonly Profile[]): readonly string[] => items.map(({ id }) => id);

/** Tests the guarantees of every ProfileStore. `open` answers an empty one, and the ledger reader over its writes. */
export const profileStoreContract = ({ describe, it }: Runner, name: string, open: OpenRecords): void => {
  describe(`ProfileStore contract: ${name}`, () => {
    it('answers a profile equal to the one that was put, whatever its texts look like', async () => {
      const { profiles } = await open();
      const added = aFullProfile(freshSessionId());
      await insertAll(profiles, added);
      assert.deepEqual(await resultOf(profiles.getAny(added.profile.id)), added.profile);
      assert.deepEqual(await resultOf(profiles.get(north, added.profile.id)), added.profile);
      assert.deepEqual(await resultOf(profiles.list(acme, { limit: 1 })), {
        items: [added.profile],
        next: null,
      });
      const { language } = added.profile;
      Object.assign(added.profile, { language: 'changed by its owner' });
      assert.equal((await resultOf(profiles.getAny(added.profile.id))).language, language);
    });

    it('answers the same NotFound for an unknown id, an invalid id, and a profile of another tenant', async () => {
      const { profiles } = await open();
      const added = aNew({ tenant: north });
      await insertAll(profiles, added);
      for (const id of [freshId('x'), '', '../../health', "' || 1=1", 'profiles', 'ABCDEFGHIJKLMNO']) {
        assert.deepEqual(await reasonOf(profiles.get(acme, id)), notFound, id);
        assert.deepEqual(await reasonOf(profiles.getAny(id)), notFound, id);
      }
      assert.deepEqual(await reasonOf(profiles.get(globex, added.profile.id)), notFound);
      assert.deepEqual(await reasonOf(profiles.get(south, added.profile.id)), notFound);
      assert.deepEqual(await resultOf(profiles.get(acme, added.profile.id)), added.profile);
    });

    it('finds the current profile of exactly one partner, team and reference', async () => {
      const { profiles } = await open();
      const references = [
        'r',
        'R',
        "it's",
        '"r"',
        'a\\',
        'a\\" || 1=1',
        '{:key}',
        '%',
        'é 田 👩🏽‍🚀',
        ' r',
        '123',
        'true',
      ];
      const changes = references.flatMap((reference) =>
        [acme, north, globex].map((tenant) => aNew({ tenant, reference })),
      );
      await insertAll(profiles, ...changes, aNew({ reference: 'old', current: false }));
      for (const { profile } of changes) {
        const found = await resultOf(profiles.findCurrent(profile.tenant, profile.reference));
        assert.equal(found?.id, profile.id, `${profile.tenant.teamId} ${profile.reference}`);
      }
      for (const reference of ['old', 'none', '', "' || 'a' = 'a"]) {
        assert.equal(await resultOf(profiles.findCurrent(acme, reference)), null, reference);
      }
      assert.equal(await resultOf(profiles.findCurrent(south, 'r')), null);
    });

    it('finds the profile of any liveness session that it ever opened, for those who may see it', async () => {
      const { profiles } = await open();
      const first = aSession();
      const second = aSession();
      const strange = aSession();
      const added = aNew({ tenant: north, evidence: [first] });
      await insertAll(profiles, added, aNew({ tenant: globex, evidence: [strange] }));
      const later = aChangeOf(added.profile, { evidence: [first, second] });
      await resultOf(profiles.commit(later));
      for (const { sessionId } of [first, second]) {
        assert.deepEqual(await resultOf(profiles.findBySession(acme, sessionId)), later.profile);
        assert.deepEqual(await reasonOf(profiles.findBySession(south, sessionId)), notFound);
        assert.deepEqual(await reasonOf(profiles.findBySession(globex, sessionId)), notFound);
      }
      for (const sessionId of [strange.sessionId, freshSessionId(), '', "' || 1=1"]) {
        assert.deepEqual(await reasonOf(profiles.findBySession(acme, sessionId)), notFound, sessionId);
      }
    });

    it('lists in pages, newest first and equal times by id, what the viewer may see and nothing else', async () => {
      const { profiles } = await open();
      const at = (second: number): string => `2026-05-01T10:00:0${second}.000Z`;
      const made = [at(1), at(2), at(2), at(2), at(3)].map((createdAt) =>
        aNew({ tenant: north, reference: freshId('r'), createdAt }),
      );
      const others = [aNew({ tenant: south }), aNew({ tenant: globex }), aNew({ tenant: acme, createdAt: at(9) })];
      await insertAll(profiles, ...[...made].reverse(), ...others);
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const page = await resultOf(profiles.list(north, { limit: 2, ...(cursor !== undefined && { cursor }) }));
        pages.push([...idsOf(page.items)]);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined && pages.length < 9);
      const [a, b, c, d, e] = idsOf(made.map(({ profile }) => profile));
      assert.deepEqual(pages, [[e, b], [c, d], [a]]);
      assert.equal(idsOf((await resultOf(profiles.list(acme, { limit: 100 }))).items).length, 7);
      assert.equal((await resultOf(profiles.list(north, { limit: 5 }))).next, null);
    });

    it('lists by status, reference and half-open times, and begins at the start for an unknown cursor', async () => {
      const { profiles } = await open();
      const one = aNew({
        reference: 'a\\"b',
        status: 'approved',
        createdAt: '2026-05-01T10:00:01.000Z',
        current: false,
      });
      const two = aNew({ reference: 'a\\"b', status: 'declined', createdAt: '2026-05-01T10:00:02.000Z' });
      const three = aNew({ reference: '12', status: 'approved', createdAt: '2026-05-01T10:00:03.000Z' });
      await insertAll(profiles, one, two, three);
      const listed = async (filter: object): Promise<readonly string[]> =>
        idsOf((await resultOf(profiles.list(acme, { limit: 10, ...filter }))).items);
      assert.deepEqual(await listed({ status: 'approved' }), [three.profile.id, one.profile.id]);
      assert.deepEqual(await listed({ reference: 'a\\"b' }), [two.profile.id, one.profile.id]);
      assert.deepEqual(await listed({ reference: '12', status: 'declined' }), []);
      const window = { createdAfter: '2026-05-01T10:00:02.000Z', createdBefore: '2026-05-01T10:00:03.000Z' };
      assert.deepEqual(await listed(window), [two.profile.id]);
      for (const cursor of ['', 'no cursor', "' || 1=1", 'zzzzzzzzzzzz.aaaaaaaaaaaaaaa']) {
        assert.deepEqual(
          await listed({ cursor }),
          [three, two, one].map(({ profile }) => profile.id),
          cursor,
        );
      }
    });

    it('lets exactly one of fifty concurrent inserts of a key win, and writes nothing for the others', async () => {
      const { profiles, ledgerReader } = await open();
      const racers = Array.from({ length: 50 }, () => aNew({ reference: 'race' }));
      const results = await Promise.all(racers.map((change) => profiles.insert(change, null)()));
      const losses = results.flatMap((result) => (E.isLeft(result) ? [result.left] : []));
      assert.deepEqual(
        losses,
        Array.from({ length: 49 }, () => alreadyExists),
      );
      const winner = racers.filter((_, i) => results[i]?._tag === 'Right').map(({ profile }) => profile);
      assert.deepEqual(await resultOf(profiles.findCurrent(acme, 'race')), winner[0]);
      assert.deepEqual((await resultOf(profiles.list(acme, { limit: 100 }))).items, winner);
      const written = await Promise.all(racers.map(({ profile }) => allEntries(ledgerReader, profile)));
      assert.equal(written.flat().length, 1);
    });

    it('replaces a profile by a new one in the same write', async () => {
      const { profiles, ledgerReader } = await open();
      const old = aNew();
      await insertAll(profiles, old);
      const ended = aChangeOf(
        old.profile,
        { current: false, status: 'canceled', statusReasons: ['policy_changed'] },
        2,
      );
      const added = aNew({ previousProfileId: old.profile.id });
      await resultOf(profiles.insert(added, ended));
      assert.deepEqual(await resultOf(profiles.findCurrent(acme, 'customer-1')), added.profile);
      assert.deepEqual(await resultOf(profiles.getAny(old.profile.id)), ended.profile);
      assert.deepEqual(await allEntries(ledgerReader, old.profile), [...old.entries, ...ended.entries]);
      assert.deepEqual(await allEntries(ledgerReader, added.profile), added.entries);
    });

    it('writes nothing when the replaced profile has changed meanwhile', async () => {
      const { profiles, ledgerReader } = await open();
      const old = aNew();
      const moved = aChangeOf(old.profile, { status: 'in_progress' });
      await insertAll(profiles, old);
      await resultOf(profiles.commit(moved));
      const added = aNew({ previousProfileId: old.profile.id });
      const ended = aChangeOf(old.profile, { current: false, status: 'canceled' });
      assert.deepEqual(await reasonOf(profiles.insert(added, ended)), versionConflict);
      assert.deepEqual(await reasonOf(profiles.getAny(added.profile.id)), notFound);
      assert.deepEqual(await allEntries(ledgerReader, added.profile), []);
      assert.deepEqual(await resultOf(profiles.findCurrent(acme, 'customer-1')), moved.profile);
    });

    it('writes nothing of a replacement when a third profile has the key', async () => {
      const { profiles, ledgerReader } = await open();
      const bystander = aNew({ reference: 'other' });
      const holder = aNew();
      await insertAll(profiles, bystander, holder);
      const ended = aChangeOf(bystander.profile, { current: false });
      assert.deepEqual(await reasonOf(profiles.insert(aNew(), ended)), alreadyExists);
      assert.deepEqual(await resultOf(profiles.getAny(bystander.profile.id)), bystander.profile);
      assert.deepEqual(await allEntries(ledgerReader, bystander.profile), bystander.entries);
    });

    it('lets exactly one of twenty concurrent commits of one version win', async () => {
      const { profiles, ledgerReader } = await open();
      const added = aNew();
      await insertAll(profiles, added);
      const racers = Array.from({ length: 20 }, (_, i) => aChangeOf(added.profile, { language: `l${i}` }, 1 + (i % 3)));
      const results = await Promise.all(racers.map((change) => profiles.commit(change)()));
      const losses = results.flatMap((result) => (E.isLeft(result) ? [result.left] : []));
      assert.deepEqual(
        losses,
        Array.from({ length: 19 }, () => versionConflict),
      );
      const winner = racers.find((_, i) => results[i]?._tag === 'Right');
      assert.deepEqual(await resultOf(profiles.getAny(added.profile.id)), winner?.profile);
      assert.deepEqual(await allEntries(ledgerReader, added.profile), [...added.entries, ...(winner?.entries ?? [])]);
    });

    it('refuses a commit that skips a seq, that is stale, or whose profile is unknown', async () => {
      const { profiles, ledgerReader } = await open();
      const added = aNew();
      const next = aChangeOf(added.profile, { status: 'in_progress' });
      await insertAll(profiles, added);
      await resultOf(profiles.commit(next));
      const skipping = aChangeOf({ ...next.profile, version: 3 });
      const late = aChangeOf(added.profile, { status: 'canceled' }, 3);
      for (const change of [skipping, late, aChangeOf(aNew().profile)]) {
        assert.deepEqual(await reasonOf(profiles.commit(change)), versionConflict);
      }
      assert.deepEqual(await resultOf(profiles.getAny(added.profile.id)), next.profile);
      assert.deepEqual(await allEntries(ledgerReader, added.profile), [...added.entries, ...next.entries]);
    });

    it('refuses an inconsistent change', async () => {
      const { profiles, ledgerReader } = await open();
      const added = aNew();
      await insertAll(profiles, added);
      const next = aChangeOf(added.profile, {}, 2);
      const [first, last] = next.entries;
      if (first === undefined || last === undefined) throw new Error('two entries were asked');
      const gap = { ...last, seq: 4 };
      const strange = anEntry({ ...last, profile_id: 'profile00000001' });
      for (const entries of [[], [first], [last, first], [first, gap], [first, strange]]) {
        assertFields(await reasonOf(profiles.commit({ ...next, entries })), {
          _tag: 'Unavailable',
          outageCause: 'record_contradicted',
        });
      }
      assertFields(await reasonOf(profiles.insert({ ...aNew(), entries: [] }, null)), { _tag: 'Unavailable' });
      assert.deepEqual(await resultOf(profiles.getAny(added.profile.id)), added.profile);
      assert.deepEqual(await allEntries(ledgerReader, added.profile), added.entries);
    });

    dueProfilesContract({ it }, open);

    it('scans the profiles of all tenants by id, each once', async () => {
      const { profiles } = await open();
      const made = [acme, globex, north].map((tenant) => aNew({ tenant, reference: freshId('r') }));
      await insertAll(profiles, ...made.toReversed());
      const [a, b, c] = made.map(({ profile }) => profile);
      const scanned = (found: readonly unknown[], next: string | null) => ({ profiles: found, damaged: [], next });
      assert.deepEqual(await resultOf(profiles.scan(null, 2)), scanned([a, b], b?.id ?? ''));
      assert.deepEqual(await resultOf(profiles.scan(b?.id ?? '', 2)), scanned([c], null));
      assert.deepEqual(await resultOf(profiles.scan(c?.id ?? '', 2)), scanned([], null));
    });

    it('does nothing until the task is run', async () => {
      const { profiles } = await open();
      const added = aNew({ reference: 'a' });
      const never = aNew({ reference: 'b' });
      await insertAll(profiles, added);
      profiles.insert(never, null);
      profiles.commit(aChangeOf(added.profile, { status: 'canceled' }));
      assert.deepEqual(await resultOf(profiles.getAny(added.profile.id)), added.profile);
      assert.deepEqual(await reasonOf(profiles.getAny(never.profile.id)), notFound);
    });
  });
};
