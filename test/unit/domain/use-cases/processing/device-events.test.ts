import { aReviewer } from '@portcullis/contracts/builders';
import {
  type DeviceEventClaims,
  type DeviceInspector,
  E,
  processVerification,
  readLivenessResult,
  unavailable,
  updateProfile,
} from '@portcullis/domain';
import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  ledgerOf,
  type Person,
  partner,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';

const eventId = 'sim-1';
const out = unavailable('database', 'out');

const hands = (person: Person, event = eventId) =>
  mustSucceed(personActions(person).patch({ device: { eventId: event } }));

/** Supplies everything else that the person must supply; the checks run with the last step. */
const submits = async (person: Person): Promise<void> => {
  await mustSucceed(personActions(person).consent());
  await mustSucceed(personActions(person).patch({ files: [{ kind: 'document_front', bytes: tinyJpeg() }] }));
  await completeLiveness(person);
};

/** Answers, for each call of the provider, whether the event was used before. */
const uses = async ({ id, service }: Person): Promise<readonly boolean[]> =>
  (await stored(service, id)).evidence.flatMap((item) => (item.kind === 'device' ? [item.usedBefore === true] : []));

const endOf = async ({ id, service }: Person) => {
  const { status, statusReasons } = await stored(service, id);
  return { status, statusReasons };
};

/** The same person before a service with other device event claims or another provider. */
const at = (person: Person, over: Partial<{ deviceEventClaims: DeviceEventClaims; devices: DeviceInspector }>) => {
  const needs = { ...person.service, ...over };
  const driven = { ...needs, processVerification: processVerification(needs) };
  return { ...person, service: { ...driven, update: updateProfile(driven), readResult: readLivenessResult(driven) } };
};

const failing: DeviceEventClaims = { claim: () => async () => E.left(out) };

describe('a device event that is supplied for a profile', () => {
  it('counts for the first profile, and is used before for any other, of whichever partner', async () => {
    const service = aService();
    const first = await aPerson(service);
    const tenant = { partnerId: 'other', teamId: null };
    const second = await aPerson(service, { caller: { ...partner, tenant }, reference: 'customer-2' });
    for (const person of [first, second]) {
      await hands(person);
      await submits(person);
    }
    expect([await uses(first), await uses(second)]).to.deep.equal([[false], [true]]);
    expect(await endOf(first)).to.deep.equal({ status: 'approved', statusReasons: [] });
    expect(await endOf(second)).to.deep.equal({ status: 'in_review', statusReasons: ['device_event_replayed'] });
  });

  it('that was used before is marked so in the ledger, and another one has no mark', async () => {
    const service = aService();
    const people = [await aPerson(service), await aPerson(service, { reference: 'customer-2' })];
    const told: unknown[] = [];
    for (const person of people) {
      await hands(person);
      const entry = (await ledgerOf(service, person.id)).find(({ type }) => type === 'device.inspected');
      told.push({ ...entry?.data, digest: 'of the facts' });
    }
    const plain = { known: true, digest: 'of the facts', attempt: 1 };
    expect(told).to.deep.equal([plain, { ...plain, used_before: true }]);
  });

  it('may be supplied twice in one attempt', async () => {
    const person = await aPerson(aService());
    await hands(person);
    await hands(person);
    expect(await uses(person)).to.deep.equal([false]);
  });

  it('is used before when it is supplied again in a later attempt', async () => {
    const person = await aPerson(aService({ scenario: 'device_bot' }));
    const { id, service } = person;
    await hands(person);
    await submits(person);
    const event = {
      event: 'input_requested',
      reviewer: aReviewer,
      reason: null,
      note: 'n',
      steps: ['device'],
      expectedVersion: null,
    } as const;
    await mustSucceed(service.post({ caller: partner, id, ...event }));
    await hands(person);
    expect(await uses(person)).to.deep.equal([false, true]);
    expect((await endOf(person)).statusReasons).to.include.members(['device_event_replayed']);
  });

  it('that was claimed before a restart still belongs to the person afterwards', async () => {
    const person = await aPerson(aService());
    const use = { eventId, profileId: person.id, attempt: 1 };
    expect(await mustSucceed(person.service.deviceEventClaims.claim(use))).to.equal('ours');
    await hands(person);
    expect(await uses(person)).to.deep.equal([false]);
  });

  it('is kept while it cannot be claimed, and is claimed for the attempt in which it was supplied', async () => {
    const person = await aPerson(aService({ scenario: 'retry_liveness_then_approve' }));
    await hands(at(person, { deviceEventClaims: failing }));
    expect(await uses(person)).to.deep.equal([]);
    await mustSucceed(person.service.deviceEventClaims.claim({ eventId, profileId: person.id, attempt: 1 }));
    await submits(person);
    expect(await uses(person)).to.deep.equal([false]);
    expect((await stored(person.service, person.id)).attempt.number).to.equal(2);
  });

  it('that cannot be claimed while the checks run is an outage of ours, and no failure of the provider', async () => {
    const person = await aPerson(aService());
    const { id, service } = person;
    await hands(at(person, { deviceEventClaims: failing }));
    await mustSucceed(personActions(person).consent());
    await mustSucceed(personActions(person).patch({ files: [{ kind: 'document_front', bytes: tinyJpeg() }] }));
    const { sessionId } = await mustSucceed(personActions(person).open());
    const { readResult } = at(person, { deviceEventClaims: failing }).service;
    expect(await mustFail(readResult({ caller: person.caller, sessionId }))).to.deep.equal(out);
    const { evidence, status } = await stored(service, id);
    expect([status, evidence.filter(({ kind }) => kind === 'provider_failure')]).to.deep.equal(['processing', []]);
    await mustSucceed(service.processVerification(id));
    expect([(await endOf(person)).status, await uses(person)]).to.deep.equal(['approved', [false]]);
  });

  it('that names another profile counts for that one only, which can still use it', async () => {
    const service = aService();
    const owner = await aPerson(service);
    const thief = await aPerson(service, { reference: 'customer-2' });
    const call = { profileId: owner.id, attempt: 1 };
    const devices: DeviceInspector = { inspect: ({ eventId: id }) => service.devices.inspect({ call, eventId: id }) };
    await hands(at(thief, { devices }));
    await submits(thief);
    await hands(at(owner, { devices }));
    await submits(owner);
    expect(await endOf(thief)).to.deep.equal({ status: 'in_review', statusReasons: ['device_event_replayed'] });
    expect([await uses(owner), (await endOf(owner)).status]).to.deep.equal([[false], 'approved']);
  });

  it('that the provider does not know is not claimed', async () => {
    const service = aService();
    await hands(await aPerson(service), 'made-up');
    expect(service.records.rows('device_events').size).to.equal(0);
  });
});
