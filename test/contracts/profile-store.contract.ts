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
import { expect } from 'chai';
import { aSession } from '../support/builders/evidence.ts';
import { aFullProfile } from '../support/builders/full-profile.ts';
import { aChangeOf, acme, aNew, anEntry, freshId, freshSessionId } from '../support/builders/profiles.ts';
import { mustFail, mustSucceed } from '../support/run.ts';
import { dueProfilesContract } from './due-profiles.contract.ts';

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
  for (const change of changes) await mustSucceed(store.insert(change, null));
};

const allEntries = (ledgerReader: LedgerReader, { id }: Profile): Promise<readonly LedgerEntry[]> =>
  mustSucceed(ledgerReader.entries(id, { afterSeq: 0, limit: 1000 }));

const idsOf = (items: readonly Profile[]): readonly string[] => items.map(({ id }) => id);

/** Tests the guarantees of every ProfileStore. `open` answers an empty one, and the ledger reader over its writes. */
export const profileStoreContract = (name: string, open: OpenRecords): void => {
  describe(`ProfileStore contract: ${name}`, () => {
    it('answers a profile equal to the one that was put, whatever its texts look like', async () => {
      const { profiles } = await open();
      const added = aFullProfile(freshSessionId());
      await insertAll(profiles, added);
      expect(await mustSucceed(profiles.getAny(added.profile.id))).to.deep.equal(added.profile);
      expect(await mustSucceed(profiles.get(north, added.profile.id))).to.deep.equal(added.profile);
      expect(await mustSucceed(profiles.list(acme, { limit: 1 }))).to.deep.equal({
        items: [added.profile],
        next: null,
      });
      const { language } = added.profile;
      Object.assign(added.profile, { language: 'changed by its owner' });
      expect((await mustSucceed(profiles.getAny(added.profile.id))).language).to.equal(language);
    });

    it('answers the same NotFound for an unknown id, an invalid id, and a profile of another tenant', async () => {
      const { profiles } = await open();
      const added = aNew({ tenant: north });
      await insertAll(profiles, added);
      for (const id of [freshId('x'), '', '../../health', "' || 1=1", 'profiles', 'ABCDEFGHIJKLMNO']) {
        expect(await mustFail(profiles.get(acme, id)), id).to.deep.equal(notFound);
        expect(await mustFail(profiles.getAny(id)), id).to.deep.equal(notFound);
      }
      expect(await mustFail(profiles.get(globex, added.profile.id))).to.deep.equal(notFound);
      expect(await mustFail(profiles.get(south, added.profile.id))).to.deep.equal(notFound);
      expect(await mustSucceed(profiles.get(acme, added.profile.id))).to.deep.equal(added.profile);
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
        const found = await mustSucceed(profiles.findCurrent(profile.tenant, profile.reference));
        expect(found?.id, `${profile.tenant.teamId} ${profile.reference}`).to.equal(profile.id);
      }
      for (const reference of ['old', 'none', '', "' || 'a' = 'a"]) {
        expect(await mustSucceed(profiles.findCurrent(acme, reference)), reference).to.equal(null);
      }
      expect(await mustSucceed(profiles.findCurrent(south, 'r'))).to.equal(null);
    });

    it('finds the profile of any liveness session that it ever opened, for those who may see it', async () => {
      const { profiles } = await open();
      const first = aSession();
      const second = aSession();
      const strange = aSession();
      const added = aNew({ tenant: north, evidence: [first] });
      await insertAll(profiles, added, aNew({ tenant: globex, evidence: [strange] }));
      const later = aChangeOf(added.profile, { evidence: [first, second] });
      await mustSucceed(profiles.commit(later));
      for (const { sessionId } of [first, second]) {
        expect(await mustSucceed(profiles.findBySession(acme, sessionId))).to.deep.equal(later.profile);
        expect(await mustFail(profiles.findBySession(south, sessionId))).to.deep.equal(notFound);
        expect(await mustFail(profiles.findBySession(globex, sessionId))).to.deep.equal(notFound);
      }
      for (const sessionId of [strange.sessionId, freshSessionId(), '', "' || 1=1"]) {
        expect(await mustFail(profiles.findBySession(acme, sessionId)), sessionId).to.deep.equal(notFound);
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
        const page = await mustSucceed(profiles.list(north, { limit: 2, ...(cursor !== undefined && { cursor }) }));
        pages.push([...idsOf(page.items)]);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined && pages.length < 9);
      const [a, b, c, d, e] = idsOf(made.map(({ profile }) => profile));
      expect(pages).to.deep.equal([[e, b], [c, d], [a]]);
      expect(idsOf((await mustSucceed(profiles.list(acme, { limit: 100 }))).items)).to.have.length(7);
      expect((await mustSucceed(profiles.list(north, { limit: 5 }))).next).to.equal(null);
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
        idsOf((await mustSucceed(profiles.list(acme, { limit: 10, ...filter }))).items);
      expect(await listed({ status: 'approved' })).to.deep.equal([three.profile.id, one.profile.id]);
      expect(await listed({ reference: 'a\\"b' })).to.deep.equal([two.profile.id, one.profile.id]);
      expect(await listed({ reference: '12', status: 'declined' })).to.deep.equal([]);
      const window = { createdAfter: '2026-05-01T10:00:02.000Z', createdBefore: '2026-05-01T10:00:03.000Z' };
      expect(await listed(window)).to.deep.equal([two.profile.id]);
      for (const cursor of ['', 'no cursor', "' || 1=1", 'zzzzzzzzzzzz.aaaaaaaaaaaaaaa']) {
        expect(await listed({ cursor }), cursor).to.deep.equal([three, two, one].map(({ profile }) => profile.id));
      }
    });

    it('lets exactly one of fifty concurrent inserts of a key win, and writes nothing for the others', async () => {
      const { profiles, ledgerReader } = await open();
      const racers = Array.from({ length: 50 }, () => aNew({ reference: 'race' }));
      const results = await Promise.all(racers.map((change) => profiles.insert(change, null)()));
      const losses = results.flatMap((result) => (E.isLeft(result) ? [result.left] : []));
      expect(losses).to.deep.equal(Array.from({ length: 49 }, () => alreadyExists));
      const winner = racers.filter((_, i) => results[i]?._tag === 'Right').map(({ profile }) => profile);
      expect(await mustSucceed(profiles.findCurrent(acme, 'race'))).to.deep.equal(winner[0]);
      expect((await mustSucceed(profiles.list(acme, { limit: 100 }))).items).to.deep.equal(winner);
      const written = await Promise.all(racers.map(({ profile }) => allEntries(ledgerReader, profile)));
      expect(written.flat()).to.have.length(1);
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
      await mustSucceed(profiles.insert(added, ended));
      expect(await mustSucceed(profiles.findCurrent(acme, 'customer-1'))).to.deep.equal(added.profile);
      expect(await mustSucceed(profiles.getAny(old.profile.id))).to.deep.equal(ended.profile);
      expect(await allEntries(ledgerReader, old.profile)).to.deep.equal([...old.entries, ...ended.entries]);
      expect(await allEntries(ledgerReader, added.profile)).to.deep.equal(added.entries);
    });

    it('writes nothing when the replaced profile has changed meanwhile', async () => {
      const { profiles, ledgerReader } = await open();
      const old = aNew();
      const moved = aChangeOf(old.profile, { status: 'in_progress' });
      await insertAll(profiles, old);
      await mustSucceed(profiles.commit(moved));
      const added = aNew({ previousProfileId: old.profile.id });
      const ended = aChangeOf(old.profile, { current: false, status: 'canceled' });
      expect(await mustFail(profiles.insert(added, ended))).to.deep.equal(versionConflict);
      expect(await mustFail(profiles.getAny(added.profile.id))).to.deep.equal(notFound);
      expect(await allEntries(ledgerReader, added.profile)).to.deep.equal([]);
      expect(await mustSucceed(profiles.findCurrent(acme, 'customer-1'))).to.deep.equal(moved.profile);
    });

    it('writes nothing of a replacement when a third profile has the key', async () => {
      const { profiles, ledgerReader } = await open();
      const bystander = aNew({ reference: 'other' });
      const holder = aNew();
      await insertAll(profiles, bystander, holder);
      const ended = aChangeOf(bystander.profile, { current: false });
      expect(await mustFail(profiles.insert(aNew(), ended))).to.deep.equal(alreadyExists);
      expect(await mustSucceed(profiles.getAny(bystander.profile.id))).to.deep.equal(bystander.profile);
      expect(await allEntries(ledgerReader, bystander.profile)).to.deep.equal(bystander.entries);
    });

    it('lets exactly one of twenty concurrent commits of one version win', async () => {
      const { profiles, ledgerReader } = await open();
      const added = aNew();
      await insertAll(profiles, added);
      const racers = Array.from({ length: 20 }, (_, i) => aChangeOf(added.profile, { language: `l${i}` }, 1 + (i % 3)));
      const results = await Promise.all(racers.map((change) => profiles.commit(change)()));
      const losses = results.flatMap((result) => (E.isLeft(result) ? [result.left] : []));
      expect(losses).to.deep.equal(Array.from({ length: 19 }, () => versionConflict));
      const winner = racers.find((_, i) => results[i]?._tag === 'Right');
      expect(await mustSucceed(profiles.getAny(added.profile.id))).to.deep.equal(winner?.profile);
      expect(await allEntries(ledgerReader, added.profile)).to.deep.equal([
        ...added.entries,
        ...(winner?.entries ?? []),
      ]);
    });

    it('refuses a commit that skips a seq, that is stale, or whose profile is unknown', async () => {
      const { profiles, ledgerReader } = await open();
      const added = aNew();
      const next = aChangeOf(added.profile, { status: 'in_progress' });
      await insertAll(profiles, added);
      await mustSucceed(profiles.commit(next));
      const skipping = aChangeOf({ ...next.profile, version: 3 });
      const late = aChangeOf(added.profile, { status: 'canceled' }, 3);
      for (const change of [skipping, late, aChangeOf(aNew().profile)]) {
        expect(await mustFail(profiles.commit(change))).to.deep.equal(versionConflict);
      }
      expect(await mustSucceed(profiles.getAny(added.profile.id))).to.deep.equal(next.profile);
      expect(await allEntries(ledgerReader, added.profile)).to.deep.equal([...added.entries, ...next.entries]);
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
        expect(await mustFail(profiles.commit({ ...next, entries }))).to.include({
          _tag: 'Unavailable',
          kind: 'rejected',
        });
      }
      expect(await mustFail(profiles.insert({ ...aNew(), entries: [] }, null))).to.have.property('_tag', 'Unavailable');
      expect(await mustSucceed(profiles.getAny(added.profile.id))).to.deep.equal(added.profile);
      expect(await allEntries(ledgerReader, added.profile)).to.deep.equal(added.entries);
    });

    dueProfilesContract(open);

    it('scans the profiles of all tenants by id, each once', async () => {
      const { profiles } = await open();
      const made = [acme, globex, north].map((tenant) => aNew({ tenant, reference: freshId('r') }));
      await insertAll(profiles, ...made.toReversed());
      const [a, b, c] = made.map(({ profile }) => profile);
      const scanned = (found: readonly unknown[], next: string | null) => ({ profiles: found, damaged: [], next });
      expect(await mustSucceed(profiles.scan(null, 2))).to.deep.equal(scanned([a, b], b?.id ?? ''));
      expect(await mustSucceed(profiles.scan(b?.id ?? '', 2))).to.deep.equal(scanned([c], null));
      expect(await mustSucceed(profiles.scan(c?.id ?? '', 2))).to.deep.equal(scanned([], null));
    });

    it('does nothing until the task is run', async () => {
      const { profiles } = await open();
      const added = aNew({ reference: 'a' });
      const never = aNew({ reference: 'b' });
      await insertAll(profiles, added);
      profiles.insert(never, null);
      profiles.commit(aChangeOf(added.profile, { status: 'canceled' }));
      expect(await mustSucceed(profiles.getAny(added.profile.id))).to.deep.equal(added.profile);
      expect(await mustFail(profiles.getAny(never.profile.id))).to.deep.equal(notFound);
    });
  });
};
