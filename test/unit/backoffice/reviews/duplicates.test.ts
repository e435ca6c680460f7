import type { Evidence, Profile } from '@portcullis/domain';
import { attemptFingerprints, referenceDigest } from '@portcullis/domain/evidence';
import { maxDigests } from '@portcullis/domain/ports';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { maxDuplicates } from '#backoffice/reviews/find-duplicates';
import { memoryTables } from '#record-store/memory/tables';
import { havingShown } from '../../../support/builders/shown.ts';
import { storesWith } from '../../../support/records/stored-records.ts';
import { mustSucceed } from '../../../support/run.ts';
import { aReviewDesk, aStaffMember } from '../../../support/services/review-desk.ts';

const me = aStaffMember(1);

const opened = (tables = memoryTables()) => {
  const desk = aReviewDesk(storesWith({ driver: memoryDriver(tables) }));
  const { duplicateIndex } = desk.stores;
  /** Stores a profile that has shown something, and what the check of its attempt records. */
  const shows = async (minutes: number, shown: Parameters<typeof havingShown>[0], over: Partial<Profile> = {}) => {
    const { evidence, id } = havingShown(shown);
    const profile = await desk.add(minutes, { id, evidence, ...over });
    await check(profile, shown?.attempt ?? 1, evidence);
    return profile;
  };
  const check = async (profile: Profile, attempt: number, evidence: readonly Evidence[]) => {
    const { id, reference, tenant } = profile;
    const key = await mustSucceed(duplicateIndex.partnerKey(tenant.partnerId));
    const at = new Date(Date.parse('2026-05-04T09:30:00.000Z') - Number(reference.split('-')[1]) * 60_000);
    await mustSucceed(
      duplicateIndex.record(
        {
          partnerId: tenant.partnerId,
          profileId: id,
          attempt,
          at: at.toISOString(),
          reference: referenceDigest(key, tenant, reference),
          digests: attemptFingerprints(
            key,
            { profileId: id, samplingKey: '', evidence, attempt, askedSteps: null },
            maxDigests,
          ),
        },
        60,
      ),
    );
  };
  const found = async (id: string, caller = me) => {
    const { lists, shared } = await mustSucceed(desk.duplicates({ caller, id }));
    return { lists, shared: shared.map(({ kinds, review }) => [review.profile.id, kinds]) };
  };
  return { desk, found, shows };
};

const all = ['document', 'person', 'image', 'device'] as const;

describe('who else has shown the same as a profile', () => {
  it('is each with what of it they have shown, whoever was checked last first', async () => {
    const { found, shows } = opened();
    const one = await shows(50, { number: 'A1', names: 'DOE<<ANN', picture: '1', visitorId: 'phone' });
    const same = await shows(40, { number: 'A1', names: 'DOE<<ANN', picture: '1', visitorId: 'phone' });
    const name = await shows(30, { number: 'B2', names: 'DOE<<ANN', picture: '2', visitorId: 'laptop' });
    const photo = await shows(20, { number: 'C3', names: 'ROE<<BOB', picture: '1' });
    const device = await shows(10, { number: 'D4', names: 'POE<<CAT', picture: '4', visitorId: 'phone' });
    await shows(5, { number: 'E5', names: 'LOE<<DEE', picture: '5', visitorId: 'tablet' });
    expect(await found(one.id)).to.deep.equal({
      lists: [],
      shared: [
        [device.id, ['device']],
        [photo.id, ['image']],
        [name.id, ['person']],
        [same.id, all],
      ],
    });
    expect((await found(photo.id)).shared.map(([id]) => id)).to.deep.equal([same.id, one.id]);
  });

  it('is without one whose row does not open, and a search by document counts that', async () => {
    const tables = memoryTables();
    const { desk, found, shows } = opened(tables);
    const one = await shows(50, { number: 'A1' });
    const same = await shows(40, { number: 'A1' });
    const damaged = await shows(30, { number: 'A1' });
    const rows = tables.rows.get('profiles');
    rows?.set(damaged.id, { ...rows.get(damaged.id), id: damaged.id, version: 99 });
    expect((await found(one.id)).shared.map(([id]) => id)).to.deep.equal([same.id]);
    const search = async (asked: Parameters<typeof desk.search>[0]['search']) => {
      const { items, ...counted } = await mustSucceed(desk.search({ caller: me, search: asked }));
      return [items.map(({ profile }) => profile.id), counted];
    };
    expect(await search({ by: 'document', number: 'A1' })).to.deep.equal([[same.id, one.id], { damaged: 1 }]);
    expect(await search({ by: 'reference', reference: damaged.reference })).to.deep.equal([[], { damaged: 1 }]);
    expect(await search({ by: 'reference', reference: same.reference })).to.deep.equal([[same.id], {}]);
    expect((await mustSucceed(desk.summary({ caller: me }))).waiting).to.deep.equal({ value: 3, atLeast: false });
  });

  it('is also who has shown it in an earlier attempt, and nobody who has only a reference with somebody who has', async () => {
    const { found, shows } = opened();
    const one = await shows(50, { number: 'A1', names: 'DOE<<ANN', picture: '1' });
    const early = havingShown({ number: 'A1', names: 'DOE<<ANN', picture: '1' });
    const late = havingShown({ number: 'B2', names: 'ROE<<BOB', picture: '2', attempt: 2 });
    const two = await shows(
      40,
      { number: 'A1', names: 'DOE<<ANN', picture: '1' },
      {
        evidence: [...early.evidence, ...late.evidence],
        attempt: { number: 2, max: 3 },
      },
    );
    await shows(30, { number: 'C3', names: 'POE<<CAT', picture: '3' }, { reference: two.reference, current: false });
    expect((await found(one.id)).shared).to.deep.equal([[two.id, ['document', 'person', 'image']]]);
    expect((await found(two.id)).shared).to.deep.equal([[one.id, ['document', 'person', 'image']]]);
  });

  it('is nobody of another partner, of a team that the caller does not see, or who was erased', async () => {
    const { found, shows } = opened();
    const shown = { number: 'A1', visitorId: 'phone' };
    const north = { partnerId: 'acme', teamId: 'north' };
    const one = await shows(50, shown, { tenant: north });
    await shows(40, shown, { tenant: { partnerId: 'globex', teamId: null } });
    const south = await shows(30, shown, { tenant: { partnerId: 'acme', teamId: 'south' } });
    const own = await shows(20, shown, { tenant: north });
    const by = { type: 'machine', id: 'acme' } as const;
    const erasure = { requestedAt: '2026-05-04T09:00:00.000Z', by, because: 'requested', completedAt: null } as const;
    await shows(10, shown, { redaction: erasure });
    expect((await found(one.id)).shared.map(([id]) => id)).to.deep.equal([own.id, south.id]);
    const narrow = { ...me, tenant: north };
    expect((await found(one.id, narrow)).shared.map(([id]) => id)).to.deep.equal([own.id]);
  });

  it('comes with what of it is on a list now, for every team of the partner', async () => {
    const { desk, found, shows } = opened();
    const north = { partnerId: 'acme', teamId: 'north' };
    const one = await shows(50, { number: 'A1', visitorId: 'phone' }, { tenant: north });
    const caller = aStaffMember(2, ['senior']);
    const put = (kind: 'document' | 'device', list: 'blocked' | 'allowed') =>
      mustSucceed(desk.addToList({ caller, list, subject: { by: 'profile', id: one.id, kind }, note: 'Known.' }));
    await put('document', 'blocked');
    await put('device', 'allowed');
    const lists = [
      { kind: 'document', list: 'blocked' },
      { kind: 'device', list: 'allowed' },
    ];
    expect(await found(one.id, { ...me, tenant: north })).to.deep.equal({ lists, shared: [] });
  });

  it('is no more than twenty, and none for a profile that has shown nothing', async () => {
    const { desk, found, shows } = opened();
    const one = await shows(99, { visitorId: 'kiosk' });
    for (let n = 0; n <= maxDuplicates; n += 1)
      await shows(n + 1, {
        number: `N${n}`,
        names: `N<<${'ABCDEFGHIJKLMNOPQRSTUVWX'[n]}`,
        picture: 'e',
        visitorId: 'kiosk',
      });
    const { shared } = await found(one.id);
    expect(shared).to.have.length(maxDuplicates);
    expect(shared[0]?.[1]).to.deep.equal(['device']);
    const { id } = await desk.add(98);
    expect(await found(id)).to.deep.equal({ lists: [], shared: [] });
  });
});
