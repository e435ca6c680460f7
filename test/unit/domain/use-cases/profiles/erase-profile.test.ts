import { E, notFound, type Profile, TE, unavailable, verifyChain } from '@portcullis/domain';
import { replayDecisions } from '@portcullis/explain';
import { expect } from 'chai';
import { applyActions, created, policy } from '../../../../support/builders/profile-states.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  ledgerOf,
  partner,
  personActions,
  type Service,
  stored,
} from '../../../../support/services/memory-service.ts';

const claimed = { fullName: 'Anna Maria Eriksson', email: 'anna.canary@example.com', address: 'Canary Lane 1' };
const canaries = ['eriksson', 'canary', 'l898902c3', '1974', 'customer-1', 'secret-value', 'back?to'];

const leakedCanaries = (value: unknown): readonly string[] => {
  const text = JSON.stringify(value).toLowerCase();
  return canaries.filter((canary) => text.includes(canary));
};

const approved = async (service: Service) => {
  const person = await aPerson(service, {
    claimed,
    metadata: { ref: 'secret-value' },
    redirectUrl: 'https://partner.example/back?to=1',
  });
  await mustSucceed(personActions(person).consent());
  await mustSucceed(personActions(person).analyze(tinyJpeg()));
  await completeLiveness(person);
  return person;
};

const erase = (service: Service, id: string) => service.erase({ caller: partner, id });
const sweep = (service: Service) => mustSucceed(service.sweep());
const late = 15 * 60_000;

const sound = async (service: Service, profile: Profile) =>
  verifyChain(profile.id, await ledgerOf(service, profile.id), profile);

describe('the erasure of a profile', () => {
  it('removes the person’s data from storage and answers as soon as it is requested', async () => {
    const service = aService();
    const { id } = await approved(service);
    const before = await mustSucceed(service.get({ caller: partner, id }));
    const view = { caller: partner, id } as const;
    expect(leakedCanaries(before)).not.to.deep.equal([]);
    const answered = await mustSucceed(erase(service, id));
    const after = await stored(service, id);
    expect(after).to.deep.equal(answered);
    expect(leakedCanaries([after, await mustSucceed(service.get(view))])).to.deep.equal([]);
    const explained = await mustSucceed(service.explain({ ...view, seq: null }));
    expect([leakedCanaries(explained), explained.reproduced]).to.deep.equal([[], false]);
    const lists = [service.history({ ...view, kind: 'verification_event', afterSeq: 0, limit: 100 })];
    for (const list of lists) expect(leakedCanaries(await mustSucceed(list))).to.deep.equal([]);
    for (const { id: fileId } of before.files) {
      expect(await mustFail(service.read({ ...view, fileId }))).to.deep.equal(notFound);
    }
    expect(after).to.deep.include({ status: 'approved', reference: '', salt: '', evidence: [], current: false });
    expect(after.checks.map(({ name, status }) => [name, status])).to.deep.equal(
      before.checks.map(({ name, status }) => [name, status]),
    );
    expect(after.decision).to.deep.equal(before.profile.decision);
  });

  it('is completed by the next sweep, and repeated once nothing can be in flight', async () => {
    const service = aService();
    const { id } = await approved(service);
    await mustSucceed(erase(service, id));
    expect(service.records.files.size).to.be.greaterThan(0);
    await sweep(service);
    const erased = await stored(service, id);
    expect(erased.redaction).to.deep.include({ completedAt: erased.updatedAt });
    expect(service.records.files.size).to.equal(0);
    service.records.tables.rows.get('files')?.set('late00000000001', { id: 'late00000000001', profile: id });
    await sweep(service);
    expect(service.records.files.size).to.equal(1);
    service.clock.advance(late);
    await sweep(service);
    expect(service.records.files.size).to.equal(0);
    const confirmed = await stored(service, id);
    expect(confirmed.redaction).to.deep.include({ confirmedAt: confirmed.updatedAt });
    expect((await ledgerOf(service, id)).slice(-3).map(({ actor, type }) => `${actor.type} ${type}`)).to.deep.equal([
      'machine profile.erasure_requested',
      'system profile.erased',
      'system profile.erasure_confirmed',
    ]);
    expect(await sound(service, confirmed)).to.deep.include({ ok: true, status: 'approved' });
    service.clock.advance(365 * 86_400_000);
    await sweep(service);
    expect(await stored(service, id)).to.deep.equal(confirmed);
  });

  it('closes the profile to every command, and a repeated request changes nothing', async () => {
    const service = aService();
    const person = await approved(service);
    const { id } = person;
    const first = await mustSucceed(erase(service, id));
    expect(await mustSucceed(erase(service, id))).to.deep.equal(first);
    const refusal = { _tag: 'InvalidTransition', status: 'approved', allowed: [] };
    const write = { caller: partner, id, expectedVersion: null } as const;
    const asked = [
      service.update({ ...write, patch: { metadata: { a: '1' }, files: [] } }),
      service.append({ ...write, type: 'partner.seen', occurredAt: null, outcome: null, data: {} }),
      service.post({ ...write, event: 'reopened', reason: null, note: 'n', steps: null }),
      service.renewLink({ caller: partner, id }),
      service.hold({ id, held: true, by: 'op', note: null }),
    ];
    for (const task of asked) expect(await mustFail(task)).to.deep.include(refusal);
    expect(await mustFail(personActions(person).consent())).to.deep.equal({ _tag: 'FlowEnded', status: 'canceled' });
    expect(await stored(service, id)).to.deep.equal(first);
  });

  it('cancels an open profile and frees its reference', async () => {
    const service = aService();
    const person = await aPerson(service, { claimed });
    const erased = await mustSucceed(erase(service, person.id));
    expect(erased).to.deep.include({ status: 'canceled', statusReasons: ['flow_canceled_by_client'] });
    const again = await aPerson(service, {});
    expect(again.id).not.to.equal(person.id);
    expect((await stored(service, again.id)).previousProfileId).to.equal(null);
    expect(await sound(service, erased)).to.deep.include({ ok: true, status: 'canceled' });
  });

  it('drops a late result of a provider, with its image', async () => {
    let goOn = (): void => undefined;
    const waits = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const service = aService({
      liveness: (liveness) => ({
        ...liveness,
        read: (input) => async () => {
          await waits;
          return liveness.read(input)();
        },
      }),
    });
    const person = await aPerson(service, {});
    await mustSucceed(personActions(person).consent());
    const { sessionId } = await mustSucceed(personActions(person).open());
    const reading = service.readResult({ caller: partner, sessionId })();
    await mustSucceed(erase(service, person.id));
    goOn();
    const answer = await reading;
    expect(E.isLeft(answer) && answer.left).to.deep.include({ _tag: 'InvalidTransition', allowed: [] });
    expect([...service.records.files.values()].filter(({ profile }) => profile === person.id)).to.deep.equal([]);
    expect((await stored(service, person.id)).evidence).to.deep.equal([]);
  });

  it('is not reported as completed before it is, whatever fails', async () => {
    let down: 'erase' | 'scrub' | null = 'erase';
    const out = unavailable('database', 'down');
    const service = aService({
      eraser: (eraser) => ({
        erase: (profile) => (down === 'erase' ? TE.left(out) : eraser.erase(profile)),
        purge: () => (down === 'scrub' ? TE.left(out) : eraser.purge()),
      }),
    });
    const { id } = await aPerson(service, {});
    await mustSucceed(erase(service, id));
    for (const what of ['erase', 'scrub'] as const) {
      down = what;
      const failed = { id: what === 'erase' ? id : null, cause: out };
      expect(await sweep(service)).to.deep.include({ failures: [failed] });
      expect((await stored(service, id)).redaction).to.deep.include({ completedAt: null });
      service.clock.advance(60_000);
    }
    down = null;
    expect(await sweep(service)).to.deep.equal({ seen: 1, failures: [] });
    expect((await stored(service, id)).redaction?.completedAt).not.to.equal(null);
  });

  it('leaves no decision that could be reproduced, and replay does not report it as a difference', async () => {
    const service = aService();
    const { id } = await approved(service);
    const again = () => mustSucceed(replayDecisions(service).one(id, null));
    expect((await again()).map(({ state }) => state)).to.deep.equal(['same']);
    await mustSucceed(erase(service, id));
    expect(await again()).to.deep.equal([]);
  });
});

describe('the retention of a profile', () => {
  const retention = { approvedDays: 400, declinedDays: 30, unfinishedDays: 7 };
  const day = 86_400_000;

  it('counts from the approval, and not from when that lapses', async () => {
    const service = aService({ policy: { retention } });
    const { id } = await approved(service);
    const { decidedAt, erasesAt } = await stored(service, id);
    expect(Date.parse(erasesAt ?? '') - Date.parse(decidedAt ?? '')).to.equal(400 * day);
    service.clock.advance(370 * day);
    await sweep(service);
    expect(await stored(service, id)).to.deep.include({ status: 'lapsed', erasesAt });
  });

  it('erases by the standard policy what was abandoned, after thirty days, and no decision', async () => {
    const service = aService();
    const { id: decided } = await approved(service);
    const { id, expiresAt } = await stored(service, (await aPerson(service, { reference: 'abandoned' })).id);
    service.clock.advance(Date.parse(expiresAt) - service.clock.now());
    await sweep(service);
    const { erasesAt, status } = await stored(service, id);
    expect([status, Date.parse(erasesAt ?? '') - service.clock.now()]).to.deep.equal(['expired', 30 * day]);
    service.clock.advance(29 * day);
    await sweep(service);
    service.clock.advance(day - 1000);
    await sweep(service);
    expect((await stored(service, id)).redaction).to.equal(undefined);
    service.clock.advance(1000);
    await sweep(service);
    expect((await stored(service, id)).redaction).to.deep.include({ because: 'retention' });
    const kept = await stored(service, decided);
    expect(kept).to.include({ erasesAt: null });
    expect(kept).not.to.have.any.keys('redaction', 'legalHold');
  });

  it('leaves a profile unchanged whose policy has none', () => {
    const { retention: _, ...under } = policy;
    const canceled = applyActions(created(under), [{ type: 'canceled', note: null }, { under }]);
    expect(canceled.status).to.equal('canceled');
    expect(canceled).to.include({ erasesAt: null, erasureAnnouncedAt: null });
    expect(canceled).not.to.have.any.keys('redaction', 'legalHold');
  });

  it('waits for a legal hold, which also stops a request, and continues when it is released', async () => {
    const service = aService({ policy: { retention } });
    const { id } = await approved(service);
    const held = await mustSucceed(service.hold({ id, held: true, by: 'legal', note: 'Case 7' }));
    expect(await mustSucceed(service.hold({ id, held: true, by: 'other', note: 'again' }))).to.deep.equal(held);
    expect(held.legalHold).to.deep.include({ by: { type: 'operator', id: 'legal' }, note: 'Case 7' });
    expect(await mustFail(erase(service, id))).to.deep.equal({ _tag: 'LegalHoldStands' });
    service.clock.advance(500 * day);
    await sweep(service);
    expect((await stored(service, id)).redaction).to.equal(undefined);
    await mustSucceed(service.hold({ id, held: false, by: 'legal', note: null }));
    await sweep(service);
    service.clock.advance(day);
    await sweep(service);
    const erased = await stored(service, id);
    expect(erased.redaction).to.deep.include({ because: 'retention' });
    expect(await sound(service, erased)).to.deep.include({ ok: true });
    const entries = await ledgerOf(service, id);
    expect(entries.filter(({ actor }) => actor.type === 'operator').map(({ type }) => type)).to.deep.equal([
      'profile.hold_set',
      'profile.hold_released',
    ]);
    expect(leakedCanaries(entries)).to.deep.equal([]);
  });
});
