import { E, type Profile, type ProfileStore, TE, unavailable, verifyChain } from '@portcullis/domain';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  cancelProfile,
  ledgerOf,
  partner,
  type Service,
  stored,
} from '../../../../support/services/memory-service.ts';
import { inTime, storeUnannounced, sweep } from '../../../../support/services/retained-profiles.ts';
import { aStaffMember } from '../../../../support/services/review-desk.ts';

const day = 86_400_000;
const retention = { approvedDays: 400, declinedDays: 30, unfinishedDays: 7 };

const canceled = async (service: Service, reference = 'customer-1'): Promise<string> => {
  const { id } = await aPerson(service, { reference });
  await cancelProfile(service, id);
  return id;
};
const typesOf = async (service: Service, id: string): Promise<readonly string[]> =>
  (await ledgerOf(service, id)).map(({ type }) => type);
const takeBack = (service: Service, id: string) => service.takeBackErasure({ caller: partner, id });
const announcements = async (service: Service, id: string): Promise<number> =>
  (await typesOf(service, id)).filter((type) => type === 'profile.erasure_announced').length;

/** A profile whose time has passed a month ago and was never announced. */
const overdue = (service: Service, over: Partial<Profile> = {}) => storeUnannounced(service, -30, over);

describe('an erasure by retention', () => {
  it('is announced a day before, in the profile and in its ledger, and takes effect at its time', async () => {
    const service = aService({ policy: { retention } });
    const id = await canceled(service);
    const erasesAt = inTime(service, 7 * day);
    service.clock.advance(6 * day - 1);
    await sweep(service);
    expect(await announcements(service, id)).to.equal(0);
    service.clock.advance(1);
    await sweep(service);
    await sweep(service);
    expect(await stored(service, id)).to.include({ erasesAt, erasureAnnouncedAt: inTime(service, 0) });
    const last = (await ledgerOf(service, id)).at(-1);
    expect(last).to.deep.include({ type: 'profile.erasure_announced', data: { erases_at: erasesAt } });
    expect(last?.actor.type).to.equal('system');
    service.clock.advance(day - 1);
    await sweep(service);
    expect((await stored(service, id)).redaction).to.equal(undefined);
    service.clock.advance(1);
    await sweep(service);
    const erased = await stored(service, id);
    expect(erased.redaction).to.deep.include({ because: 'retention', by: { type: 'system', id: 'portcullis' } });
    expect(erased.redaction?.completedAt).not.to.equal(null);
    expect(erased).to.deep.include({ erasesAt: null, erasureAnnouncedAt: null });
    expect(verifyChain(id, await ledgerOf(service, id), erased)).to.deep.include({ ok: true });
  });

  it('of a profile that is overdue and was never announced is announced first, and waits for a day', async () => {
    const service = aService();
    const id = await overdue(service);
    await sweep(service);
    expect(await stored(service, id)).to.include({
      erasesAt: inTime(service, day),
      erasureAnnouncedAt: inTime(service, 0),
    });
    service.clock.advance(day - 1);
    await sweep(service);
    expect((await stored(service, id)).redaction).to.equal(undefined);
    service.clock.advance(1);
    await sweep(service);
    expect((await stored(service, id)).redaction).to.deep.include({ because: 'retention' });
  });

  it('is taken back by the partner, once however often it is asked, and its days begin anew', async () => {
    const service = aService({ policy: { retention } });
    const id = await canceled(service);
    service.clock.advance(6 * day);
    await sweep(service);
    service.clock.advance(day - 1);
    const kept = await mustSucceed(takeBack(service, id));
    expect(kept).to.deep.include({ status: 'canceled', erasesAt: inTime(service, 7 * day), erasureAnnouncedAt: null });
    expect(await mustSucceed(takeBack(service, id))).to.deep.equal(kept);
    expect((await ledgerOf(service, id)).at(-1)).to.deep.include({
      type: 'profile.erasure_taken_back',
      actor: { type: 'machine', id: 'acme-server' },
      data: { erases_at: kept.erasesAt },
    });
    service.clock.advance(2 * day);
    await sweep(service);
    expect(await stored(service, id)).to.deep.equal(kept);
    service.clock.advance(4 * day);
    await sweep(service);
    expect(await announcements(service, id)).to.equal(2);
  });

  it('is taken back by staff of the tenant too, who are named by their opaque id', async () => {
    const service = aService({ policy: { retention } });
    const id = await overdue(service, { status: 'declined' });
    await sweep(service);
    const admin = aStaffMember(1, ['admin']);
    const foreign = { ...admin, tenant: { partnerId: 'globex', teamId: null } };
    expect(await mustFail(service.takeBackErasure({ caller: foreign, id }))).to.deep.equal({ _tag: 'NotFound' });
    const kept = await mustSucceed(service.takeBackErasure({ caller: admin, id }));
    expect(kept.erasureAnnouncedAt).to.equal(null);
    const entry = (await ledgerOf(service, id)).at(-1);
    expect([entry?.type, entry?.actor]).to.deep.equal([
      'profile.erasure_taken_back',
      { type: 'reviewer', id: admin.staffId },
    ]);
  });

  it('changes nothing when it is taken back and was not announced, and cannot be once it has begun', async () => {
    const service = aService({ policy: { retention } });
    const id = await canceled(service);
    const before = await stored(service, id);
    expect(await mustSucceed(takeBack(service, id))).to.deep.equal(before);
    await mustSucceed(service.erase({ caller: partner, id }));
    expect(await mustFail(takeBack(service, id))).to.deep.include({ _tag: 'InvalidTransition', allowed: [] });
    const foreign = { ...partner, tenant: { partnerId: 'globex', teamId: null } };
    expect(await mustFail(service.takeBackErasure({ caller: foreign, id }))).to.deep.equal({ _tag: 'NotFound' });
  });

  it('counts a lapsed approval from its approval, also when it is taken back', async () => {
    const service = aService({ policy: { retention } });
    const id = await overdue(service, { status: 'lapsed' });
    await sweep(service);
    expect((await mustSucceed(takeBack(service, id))).erasesAt).to.equal(inTime(service, 400 * day));
  });

  it('that a partner requests does not wait, before the announcement and during its day', async () => {
    const service = aService({ policy: { retention } });
    for (const days of [0, 6]) {
      const id = await canceled(service);
      service.clock.advance(days * day);
      await sweep(service);
      await mustSucceed(service.erase({ caller: partner, id }));
      await sweep(service);
      expect((await stored(service, id)).redaction).to.deep.include({ because: 'requested' });
      expect((await stored(service, id)).redaction?.completedAt).not.to.equal(null);
    }
  });

  it('is announced again when the profile was held or reopened since', async () => {
    const service = aService({ policy: { retention } });
    const held = await overdue(service, { reference: 'held' });
    const reopened = await overdue(service, { reference: 'reopened' });
    await sweep(service);
    const by = { by: 'legal', note: null };
    await mustSucceed(service.hold({ id: held, held: true, ...by }));
    const write = {
      caller: partner,
      id: reopened,
      reason: null,
      note: 'n',
      steps: null,
      expectedVersion: null,
    } as const;
    await mustSucceed(service.post({ ...write, event: 'reopened' }));
    service.clock.advance(400 * day);
    await sweep(service);
    expect((await stored(service, reopened)).redaction).to.equal(undefined);
    expect(await stored(service, reopened)).to.include({
      status: 'in_review',
      erasesAt: null,
      erasureAnnouncedAt: null,
    });
    await mustSucceed(service.hold({ id: held, held: false, ...by }));
    await sweep(service);
    expect((await stored(service, held)).redaction).to.equal(undefined);
    expect(await announcements(service, held)).to.equal(2);
    service.clock.advance(day);
    await sweep(service);
    expect((await stored(service, held)).redaction).to.deep.include({ because: 'retention' });
  });

  it('keeps its announced time when the policy gives more days meanwhile, which count once it is taken back', async () => {
    const service = aService({ policy: { retention } });
    const kept = await canceled(service);
    const left = await canceled(service, 'other');
    service.clock.advance(6 * day);
    await sweep(service);
    const longer = { retention: { ...retention, unfinishedDays: 70 } };
    const later = aService({ policy: longer, seed: 'later' }, service.records, service.clock);
    expect((await mustSucceed(takeBack(later, kept))).erasesAt).to.equal(inTime(service, 70 * day));
    service.clock.advance(day);
    await sweep(later);
    expect((await stored(later, kept)).redaction).to.equal(undefined);
    expect((await stored(later, left)).redaction).to.deep.include({ because: 'retention' });
  });

  it('is announced once, whatever crashes, and by however many instances', async () => {
    const fault = { fails: true };
    const failing = (store: ProfileStore): ProfileStore => ({
      ...store,
      commit: (change) => (fault.fails ? TE.left(unavailable('database', 'down')) : store.commit(change)),
    });
    const service = aService({ profiles: failing });
    const id = await overdue(service);
    expect((await sweep(service)).failures).to.have.length(1);
    expect(await announcements(service, id)).to.equal(0);
    fault.fails = false;
    service.clock.advance(60_000);
    const others = [service, aService({ seed: 'b' }, service.records, service.clock)];
    const swept = await Promise.all(others.map((one) => one.sweep()()));
    expect(swept.filter(E.isRight)).to.have.length(2);
    expect(await announcements(service, id)).to.equal(1);
  });
});
