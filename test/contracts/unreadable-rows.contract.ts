import { acme, aSession } from '@portcullis/contracts/builders';
import { notFound, type Tenant } from '@portcullis/domain';
import { deterministicId } from '@portcullis/domain/kernel';
import type { ProfileChange, ProfileFilter, ProfilePage } from '@portcullis/domain/ports';
import type { RecordStore } from '@portcullis/record-store';
import type { Row } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { rowsIn } from '#contracts/drivers/driver-under-test';
import {
  changeRow,
  deleteRow,
  type OpenRecordDatabase,
  useRecordDatabase,
} from '../support/records/record-database.ts';
import { aFileOf, aPerson, storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const owner: Tenant = { ...acme, teamId: 'berlin' };
const otherTenants: readonly Tenant[] = [
  { partnerId: 'globex', teamId: null },
  { partnerId: 'globex', teamId: 'berlin' },
  { ...acme, teamId: 'paris' },
];
const session = aSession();

/** A profile of a team, with a liveness session and a file. */
const ofBerlin = (): ProfileChange => {
  const { profile, entries } = aPerson();
  return { profile: { ...profile, tenant: owner, evidence: [session] }, entries };
};

/** A profile of the same team in review, since then. */
const inReview = (since: string): ProfileChange => {
  const { profile, entries } = aPerson();
  const waiting = { status: 'in_review', waitingSince: since, createdAt: since, updatedAt: since } as const;
  return { profile: { ...profile, ...waiting, tenant: owner }, entries };
};

/** Tests that a row that cannot be read tells nothing to another tenant. */
export const unreadableRowsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`unreadable rows: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);

    const change = (id: string, columns: Row) => changeRow(database(), 'profiles', id, columns);
    const keyRow = (id: string) => deterministicId(`data_key/${id}`);

    const unknownKey = 'its key was wrapped by one that is not there';
    const causeOf = (what: string) => (what === unknownKey ? 'unknown_key' : 'record_damaged');

    const damages: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
      'its key is gone': (id) => deleteRow(database(), 'data_keys', keyRow(id)),
      'its row names no key': (id) => change(id, { key: '' }),
      'its key is damaged': (id) => changeRow(database(), 'data_keys', keyRow(id), { wrapped: 'A'.repeat(80) }),
      [unknownKey]: (id) => changeRow(database(), 'data_keys', keyRow(id), { key_id: 'lost' }),
      'its data does not open': (id) => change(id, { data: { sealed: 'A'.repeat(80) } }),
      'its data is no profile': (id) => change(id, { data: { status: 'approved' } }),
      'its status contradicts it': (id) => change(id, { status: 'approved' }),
      'its reference contradicts it': (id) => change(id, { reference_key: '' }),
    };

    /** Lists every way to request one profile. */
    const asks = ({ profiles }: RecordStore, viewer: Tenant, id: string) => [
      profiles.get(viewer, id),
      profiles.findBySession(viewer, session.sessionId),
    ];

    for (const [what, damage] of Object.entries(damages)) {
      it(`are NotFound for other tenants, and told as damaged to its owner: ${what}`, async () => {
        const person = ofBerlin();
        const { id } = person.profile;
        await mustSucceed(storesWith(database(), 'a').profiles.insert(person, null));
        await damage(id);
        const stores = storesWith(database(), 'a');
        for (const viewer of otherTenants) {
          for (const ask of asks(stores, viewer, id)) expect(await mustFail(ask)).to.deep.equal(notFound);
          expect((await mustSucceed(stores.profiles.list(viewer, { limit: 5 }))).items).to.deep.equal([]);
          expect(await mustSucceed(stores.profiles.findCurrent(viewer, person.profile.reference))).to.equal(null);
        }
        for (const viewer of [owner, { ...acme, teamId: null }]) {
          const told = { _tag: 'Unavailable', outageCause: causeOf(what), profileId: id };
          for (const ask of asks(stores, viewer, id)) expect(await mustFail(ask)).to.include(told);
        }
      });
    }

    for (const [what, damage] of Object.entries(damages)) {
      it(`hide no other row in a list, in the queue and in a search, and are counted: ${what}`, async () => {
        const people = ['1', '2', '3', '4'].map((minute) => inReview(`2026-05-01T10:0${minute}:00.000Z`));
        const stores = storesWith(database(), 'a');
        for (const person of people) await mustSucceed(stores.profiles.insert(person, null));
        const ids = people.map(({ profile }) => profile.id);
        const [, , hidden = ''] = ids;
        await damage(hidden);
        const { profiles, reviewQueue } = storesWith(database(), 'a');
        const others = ids.filter((id) => id !== hidden);

        const filters: readonly Omit<ProfileFilter, 'limit'>[] = [
          {},
          { statuses: ['in_review', 'declined', 'approved'] },
          { order: 'updated_at' },
          { metadata: {} },
        ];
        for (const filter of filters)
          for (const limit of [1, 2, 9]) {
            const found: string[] = [];
            const damaged: string[] = [];
            let cursor: string | null = null;
            do {
              const page: ProfilePage = await mustSucceed(
                profiles.list(owner, { ...filter, limit, ...(cursor !== null && { cursor }) }),
              );
              found.push(...page.items.map(({ id }) => id));
              damaged.push(...(page.damaged ?? []).map((one) => `${one.id} ${one.cause}`));
              cursor = page.next;
            } while (cursor !== null);
            expect(found, JSON.stringify({ filter, limit })).to.have.members(others);
            expect([...new Set(damaged)], JSON.stringify({ filter, limit })).to.deep.equal([
              `${hidden} ${causeOf(what)}`,
            ]);
          }
        const queue = await mustSucceed(reviewQueue.page(owner, null, 9));
        const queued = queue.queued.map(({ profile }) => profile.id);
        // Where its status was changed it is in the queue no more, and in its place by that alone.
        const isQueued = what !== 'its status contradicts it';
        const leftOut = [{ id: hidden, cause: causeOf(what) }];
        expect([queued, queue.damaged ?? []]).to.deep.equal([others, isQueued ? leftOut : []]);
        const scan = await mustSucceed(profiles.scan(null, 9));
        expect(scan.profiles.map(({ id }) => id)).to.have.members(others);
        expect(scan.damaged).to.deep.equal(leftOut);
      });
    }

    for (const [columns, named] of [
      [{ partner_key: 'globex' }, { partnerId: 'globex', teamId: null }],
      [{ team_key: '=munich' }, { ...acme, teamId: 'munich' }],
    ] as const) {
      it(`are an outage for the tenants in its data and in its columns: ${JSON.stringify(columns)}`, async () => {
        const stores = storesWith(database(), 'a');
        const person = ofBerlin();
        const { id } = person.profile;
        await mustSucceed(stores.profiles.insert(person, null));
        await change(id, columns);
        for (const viewer of [owner, named]) {
          for (const ask of asks(stores, viewer, id)) {
            expect(await mustFail(ask)).to.include({ _tag: 'Unavailable', kind: 'invalid_response' });
          }
        }
        for (const viewer of [
          { partnerId: 'initech', teamId: null },
          { ...acme, teamId: 'paris' },
        ]) {
          for (const ask of asks(stores, viewer, id)) expect(await mustFail(ask)).to.deep.equal(notFound);
        }
      });
    }

    it('are NotFound for everybody where it is a session whose profile is missing', async () => {
      const { profiles } = storesWith(database());
      const person = ofBerlin();
      await mustSucceed(profiles.insert(person, null));
      await database().removeRow('profiles', person.profile.id);
      for (const viewer of [owner, ...otherTenants]) {
        expect(await mustFail(profiles.findBySession(viewer, session.sessionId))).to.deep.equal(notFound);
      }
    });

    it('are NotFound where it is a file of another profile', async () => {
      const { files } = storesWith(database(), 'a');
      const ours = aPerson().profile;
      const theirs = aPerson().profile;
      const file = aFileOf(theirs.id);
      await mustSucceed(files.put(file));
      await changeRow(database(), 'files', file.id, { kind: 'else', sha256: 'sealed:1' });
      expect(await mustFail(files.get(ours.id, file.id))).to.deep.equal(notFound);
      expect(await mustFail(files.get(theirs.id, file.id))).to.include({
        _tag: 'Unavailable',
        kind: 'invalid_response',
      });
      await mustSucceed(files.remove(ours.id, file.id));
      expect(await rowsIn(database(), 'files')).to.have.length(1);
    });
  });
};
