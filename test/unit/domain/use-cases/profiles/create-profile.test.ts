import { builtInPolicies, createProfile, E, standardPolicy, unavailable, verifyChain } from '@portcullis/domain';
import { deterministicId } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { memoryRecords, replaceProfile } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  create,
  ledgerOf,
  partner,
  personActions,
  type Service,
  stored,
} from '../../../../support/services/memory-service.ts';

const day = 86_400_000;

/** The answer to a create, in short. */
const inShort = ({ outcome, view, link }: Awaited<ReturnType<typeof made>>) => ({
  outcome,
  status: view.profile.status,
  hasLink: link !== null,
});
const made = (service: Service, over: Parameters<typeof create>[1] = {}) => mustSucceed(create(service, over));

/** A profile of `customer-1` that has completed every step. */
const settled = async (service: Service) => {
  const person = await aPerson(service);
  await mustSucceed(personActions(person).consent());
  await mustSucceed(personActions(person).analyze(tinyJpeg()));
  await completeLiveness(person);
  return stored(service, person.id);
};

describe('creating a profile', () => {
  it('answers the profile, and a link whose token is in the fragment', async () => {
    const service = aService();
    const { outcome, view, link } = await made(service, {
      claimed: { phone: '123' },
      metadata: { a: 'b' },
      language: 'sv',
    });
    const { id, salt, ledgerHead } = view.profile;
    expect(outcome).to.equal('created');
    expect(link).to.deep.equal({
      url: `https://verify.example/verify/${id}#token=${link?.token}`,
      token: link?.token,
      expiresAt: '2026-05-08T00:00:00.000Z',
    });
    expect(view.profile).to.deep.equal({
      id,
      tenant: { partnerId: 'acme', teamId: null },
      reference: 'customer-1',
      current: true,
      status: 'created',
      statusReasons: [],
      policy: { id: 'standard', version: '1+specimens' },
      attempt: { number: 1, max: 3 },
      askedSteps: null,
      linkGeneration: 1,
      claimed: { phone: '123' },
      evidence: [{ kind: 'claimed', claimed: { phone: '123' }, attempt: 1, at: '2026-05-01T00:00:00.000Z' }],
      checks: [],
      decision: null,
      language: 'sv',
      metadata: { a: 'b' },
      redirectUrl: null,
      salt,
      scenario: null,
      previousProfileId: null,
      applied: [],
      version: 1,
      ledgerHead,
      createdAt: '2026-05-01T00:00:00.000Z',
      updatedAt: '2026-05-01T00:00:00.000Z',
      expiresAt: '2026-05-08T00:00:00.000Z',
      processingEndsAt: null,
      decidedAt: null,
      lapsesAt: null,
      waitingSince: null,
      erasesAt: null,
      erasureAnnouncedAt: null,
      retainedUntil: null,
    });
    expect(await stored(service, id)).to.deep.equal(view.profile);
  });

  it('fifty times concurrently yields one profile, and every caller gets its id', async () => {
    const service = aService();
    const answers = await Promise.all(Array.from({ length: 50 }, () => made(service)));
    const id = answers[0]?.view.profile.id ?? '';
    expect(new Set(answers.map(({ view }) => view.profile.id)).size).to.equal(1);
    expect(answers.map(({ outcome }) => outcome).sort()).to.deep.equal([
      'created',
      ...Array.from({ length: 49 }, () => 'reused'),
    ]);
    expect(service.records.profiles.size).to.equal(1);
    const profile = await stored(service, id);
    expect(profile.linkGeneration).to.equal(50);
    expect(verifyChain(id, await ledgerOf(service, id), profile).ok).to.equal(true);
  });

  it('through several instances concurrently yields one profile, and every caller gets its id', async () => {
    const records = memoryRecords();
    const instances = ['a', 'b', 'c', 'd'].map((seed) => aService({ seed }, records));
    const answers = await Promise.all(instances.flatMap((each) => Array.from({ length: 5 }, () => made(each))));
    expect(new Set(answers.map(({ view }) => view.profile.id)).size).to.equal(1);
    expect(records.profiles.size).to.equal(1);
  });

  it('for different references, teams and partners yields different profiles', async () => {
    const service = aService();
    const of = (partnerId: string, teamId: string | null) => ({
      caller: { ...partner, tenant: { partnerId, teamId } },
    });
    const answers = await Promise.all([
      made(service),
      made(service, { reference: 'customer-2' }),
      made(service, of('acme', 'north')),
      made(service, of('globex', null)),
    ]);
    expect(new Set(answers.map(({ view }) => view.profile.id)).size).to.equal(4);
    expect(answers.map(({ outcome }) => outcome)).to.deep.equal(['created', 'created', 'created', 'created']);
  });

  it('refuses an unknown policy and an unknown scenario', async () => {
    const fault = (pointer: string, message: string) => ({ _tag: 'Invalid', faults: [{ pointer, message }] });
    const service = aService();
    expect(await mustFail(create(service, { policyId: 'strict' }))).to.deep.equal(fault('/policy', 'no such policy'));
    const scenario = { scenario: 'nonsense' };
    expect(await mustFail(create(service, scenario))).to.deep.equal(fault('/sandbox/scenario', 'no such scenario'));
    expect(service.records.profiles.size).to.equal(0);
  });
});

describe('creating a profile for a reference whose profile has had all of its changes', () => {
  it('is refused with that reason, and when it is forced, cancels that profile and begins a new one', async () => {
    const service = aService();
    const person = await aPerson(service);
    await replaceProfile(service.records, { ...(await stored(service, person.id)), version: 500 });
    service.records.tables.rows.get('ledger')?.set(deterministicId(`ledger/${person.id}/500`), {});
    expect(await mustFail(create(service))).to.deep.equal({
      _tag: 'ChangeLimitReached',
      changes: 500,
      endsAt: '2026-05-08T00:00:00.000Z',
    });
    const begun = await made(service, { forceNew: true });
    expect(inShort(begun)).to.deep.equal({ outcome: 'superseded', status: 'created', hasLink: true });
    const before = await stored(service, person.id);
    expect(before).to.deep.include({ status: 'canceled', statusReasons: ['flow_canceled_by_client'], current: false });
    expect(begun.view.profile.previousProfileId).to.equal(person.id);
  });
});

describe('creating a profile for a reference that has one', () => {
  it('answers an open one with a new link, and invalidates the older links', async () => {
    const service = aService();
    const person = await aPerson(service);
    await mustSucceed(personActions(person).consent());
    expect(inShort(await made(service, { metadata: { a: '1' } }))).to.deep.equal({
      outcome: 'reused',
      status: 'in_progress',
      hasLink: true,
    });
    expect(await mustFail(personActions(person).look())).to.deep.equal({ _tag: 'InvalidToken', expired: false });
  });

  it('answers an approved one without a link, and replaces it when a new one is forced', async () => {
    const service = aService();
    const { id } = await settled(service);
    expect(inShort(await made(service))).to.deep.equal({ outcome: 'reused', status: 'approved', hasLink: false });
    const forced = await made(service, { forceNew: true });
    expect(inShort(forced)).to.deep.equal({ outcome: 'superseded', status: 'created', hasLink: true });
    expect(forced.view.profile.previousProfileId).to.equal(id);
    const before = await stored(service, id);
    expect([before.status, before.current]).to.deep.equal(['approved', false]);
    expect((await ledgerOf(service, id)).at(-1)).to.deep.include({
      type: 'profile.superseded',
      data: { next_profile_id: forced.view.profile.id },
    });
  });

  it('replaces an approved one that has lapsed meanwhile, and records the lapse first', async () => {
    const service = aService();
    const { id } = await settled(service);
    service.clock.advance(366 * day);
    expect(inShort(await made(service))).to.deep.equal({ outcome: 'superseded', status: 'created', hasLink: true });
    const types = (await ledgerOf(service, id)).map(({ type }) => type);
    expect(types.slice(-2)).to.deep.equal(['lapsed', 'profile.superseded']);
  });

  it('replaces one that has expired meanwhile', async () => {
    const service = aService();
    const { view } = await made(service);
    service.clock.advance(8 * day);
    const next = await made(service);
    expect(inShort(next)).to.deep.equal({ outcome: 'superseded', status: 'created', hasLink: true });
    expect(next.view.profile.previousProfileId).to.equal(view.profile.id);
    expect((await stored(service, view.profile.id)).status).to.equal('expired');
  });

  it('cancels an open one under another policy version, and replaces it', async () => {
    const records = memoryRecords();
    const before = await made(aService({ seed: 'before' }, records));
    const service = aService({ seed: 'after' }, records);
    const strict = builtInPolicies({ livenessThreshold: 90, specimens: true });
    const policies = { latest: strict.latest, get: builtInPolicies({ livenessThreshold: 75, specimens: true }).get };
    const next = await mustSucceed(
      createProfile({ ...service, policies })({
        caller: partner,
        reference: 'customer-1',
        policyId: null,
        claimed: {},
        language: null,
        metadata: {},
        redirectUrl: null,
        forceNew: false,
        scenario: null,
      }),
    );
    expect(inShort(next)).to.deep.equal({ outcome: 'superseded', status: 'created', hasLink: true });
    const strictVersion = standardPolicy({ livenessThreshold: 90, specimens: true }).version;
    expect(next.view.profile.policy.version).to.equal(strictVersion);
    const old = await stored(service, before.view.profile.id);
    expect([old.status, old.statusReasons, old.current]).to.deep.equal(['canceled', ['policy_changed'], false]);
  });

  it('writes nothing when the database is down', async () => {
    const out = unavailable('database', 'out');
    const service = aService({ profiles: (store) => ({ ...store, insert: () => async () => E.left(out) }) });
    expect(await mustFail(create(service))).to.deep.equal(out);
    expect(service.records.profiles.size).to.equal(0);
  });
});
