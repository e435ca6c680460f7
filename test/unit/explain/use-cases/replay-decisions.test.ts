import { aReviewer } from '@portcullis/contracts/builders';
import { type LedgerEntry, notFound, type Profile } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { type Replayed, replayDecisions, replayNewest, replayUnderPolicy } from '@portcullis/explain';
import { expect } from 'chai';
import type { ReplayedPage } from '#explain/use-cases/replay-decisions';
import { policy } from '../../../support/builders/profile-states.ts';
import { replaceProfile, rewriteEntries } from '../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { withDamagedEntry } from '../../../support/services/damaged-ledger.ts';
import { decidedPeople, draftOfBackTest } from '../../../support/services/decided-people.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  type Person,
  partner,
  type Service,
  stored,
} from '../../../support/services/memory-service.ts';
import { submitEverything } from '../../../support/services/submit-everything.ts';

/** A person who is asked for another attempt at first, and then approved. */
const settled = async (service: Service, reference = 'customer-1'): Promise<Person> => {
  const person = await aPerson(service, { reference });
  await submitEverything(person);
  await completeLiveness(person);
  return person;
};

const all = async (service: Service, since: string | null = null): Promise<readonly Replayed[]> =>
  (await mustSucceed(replayDecisions(service).page(null, since))).replayed;

const statesOf = (replayed: readonly Replayed[]) =>
  replayed.map(({ state, why, differing }) => [state, why, ...differing].filter((part) => part !== null).join(' '));

/** The service over records in which a profile, or an entry of its ledger, was changed by hand. */
const tampered = async (
  change: (profile: Profile) => Profile,
  rewrite: (entry: LedgerEntry) => LedgerEntry = (entry) => entry,
): Promise<readonly string[]> => {
  const service = aService({ scenario: 'retry_liveness_then_approve' });
  const { id } = await settled(service);
  await replaceProfile(service.records, change(await stored(service, id)));
  rewriteEntries(service.records, rewrite);
  return statesOf(await all(service));
};

const decided =
  (over: Partial<NonNullable<Profile['decision']>>) =>
  (profile: Profile): Profile => ({ ...profile, decision: profile.decision && { ...profile.decision, ...over } });

const recordedAs =
  (over: LedgerEntry['data']) =>
  (entry: LedgerEntry): LedgerEntry =>
    entry.type === 'checks_completed' ? { ...entry, data: { ...entry.data, ...over } } : entry;

const same = (profile: Profile): Profile => profile;

describe('the replay of stored decisions', () => {
  it('reproduces them, those of earlier attempts too', async () => {
    const service = aService({ scenario: 'retry_liveness_then_approve' });
    await settled(service);
    expect(statesOf(await all(service))).to.deep.equal(['same', 'same']);
  });

  it('reports a difference where the evidence is not what was decided from', async () => {
    const changed = ({ evidence: [first, ...others], ...rest }: Profile): Profile => {
      if (!first) throw new Error('there is no evidence');
      return { ...rest, evidence: [{ ...first, attempt: 7 }, ...others] };
    };
    expect(await tampered(changed)).to.deep.equal([
      'differs evidence_changed evidence',
      'differs evidence_changed evidence',
    ]);
  });

  it('reports a difference where the profile contradicts its ledger, or has a decision of its own', async () => {
    expect(await tampered(decided({ outcome: 'decline' }))).to.deep.equal(['same', 'differs record']);
    expect(await tampered(decided({ evidenceDigest: '0'.repeat(64) }))).to.deep.equal(['same', 'differs record']);
    expect(await tampered(decided({ seq: 1 }))).to.deep.equal(['same', 'same', 'differs record']);
  });

  it('reports a difference where the ledger contradicts the decision, or is unreadable', async () => {
    const otherwise = recordedAs({ decision_reasons: ['document_blurry'] });
    expect(await tampered(decided({ reasons: ['document_blurry'] }), otherwise)).to.deep.equal([
      'differs differs reasons',
      'differs differs reasons',
    ]);
    expect(await tampered(same, recordedAs({ outcome: 'perhaps' }))).to.deep.equal([
      'differs record',
      'differs record',
    ]);
    const passed = recordedAs({ checks: [] });
    expect(await tampered(same, passed)).to.deep.equal(['differs differs checks', 'differs differs checks']);
  });

  it('covers the decisions from before the profile was read, and none that is made meanwhile', async () => {
    const service = aService({ scenario: 'retry_liveness_then_approve' });
    const { id } = await settled(service);
    const before = await stored(service, id);
    const { decision: _, ...rest } = before;
    await replaceProfile(service.records, { ...rest, decision: null, version: 5 });
    expect(statesOf(await all(service))).to.deep.equal([]);
  });

  it('counts decisions of another engine separately, whether or not they are reproduced', async () => {
    const older = recordedAs({ engine: 0 });
    expect(await tampered(decided({ engine: 0 }), older)).to.deep.equal(['older', 'older']);
    const otherwise = recordedAs({ engine: 0, decision_reasons: ['document_blurry'] });
    const changed = decided({ engine: 0, reasons: ['document_blurry'] });
    expect(await tampered(changed, otherwise)).to.deep.equal([
      'older_otherwise engine reasons',
      'older_otherwise engine reasons',
    ]);
  });

  it('is paged, lists each profile once, and may begin at a time', async () => {
    const service = aService({ scenario: 'retry_liveness_then_approve' });
    const people: Person[] = [];
    for (let n = 0; n < 25; n += 1) people.push(await settled(service, `customer-${n}`));
    const { page } = replayDecisions(service);
    const sizes: number[] = [];
    const ids = new Set<string>();
    let after: string | null = null;
    do {
      const { next, profiles, replayed }: ReplayedPage = await mustSucceed(page(after, null));
      sizes.push(profiles);
      for (const { profileId } of replayed) ids.add(profileId);
      after = next;
    } while (after !== null && sizes.length < 9);
    expect(sizes).to.deep.equal([20, 5]);
    expect([...ids].toSorted()).to.deep.equal(people.map(({ id }) => id).toSorted());
    const newest = (await Promise.all(people.map(({ id }) => stored(service, id)))).map(
      ({ decision }) => decision?.at ?? '',
    );
    const since = newest.toSorted().at(-1) ?? '';
    expect((await mustSucceed(page(null, since))).replayed.filter(({ at }) => at < since)).to.deep.equal([]);
  });

  it('may cover a single profile', async () => {
    const service = aService({ scenario: 'retry_liveness_then_approve' });
    const { id } = await settled(service);
    await settled(service, 'customer-2');
    const { one } = replayDecisions(service);
    expect((await mustSucceed(one(id, null))).map(({ profileId }) => profileId)).to.deep.equal([id, id]);
    expect(await mustSucceed(one(id, '2100-01-01T00:00:00.000Z'))).to.deep.equal([]);
    expect(await mustFail(one('none00000000000', null))).to.deep.equal(notFound);
  });
});

describe('a trial of a draft policy over past decisions', () => {
  const under = (service: Service, draft: FlatPolicy) =>
    mustSucceed(replayUnderPolicy(service, draft).page(null, null));
  const stricter: FlatPolicy = { ...policy, id: 'draft', minimumAge: 99, liveness: { pass: 100, attack: 10 } };

  it('reports the new outcome of the newest decision of each profile, with reasons that come and go', async () => {
    const service = aService({ scenario: 'retry_liveness_then_approve' });
    const { id } = await settled(service);
    const seq = (await stored(service, id)).decision?.seq;
    const segment = { country: 'UTO', documentType: 'passport' };
    const change = { profileId: id, seq, before: 'approve', goes: [], segment };
    expect(await under(service, policy)).to.deep.equal({
      profiles: 1,
      tried: [{ ...change, after: 'approve', reasons: [], comes: [] }],
      damaged: [],
      unjudged: [],
      next: null,
    });
    expect((await under(service, stricter)).tried).to.deep.equal([
      {
        ...change,
        after: 'decline',
        reasons: ['age_below_minimum', 'liveness_low_score'],
        comes: ['age_below_minimum', 'liveness_low_score'],
      },
    ]);
  });

  it('ignores decisions by a person, and skips profiles without a decision', async () => {
    const service = aService({ scenario: 'decline_face_mismatch' });
    const person = await aPerson(service);
    await submitEverything(person);
    await aPerson(service, { reference: 'customer-2' });
    const reopened = { caller: partner, id: person.id, event: 'reopened', note: 'n' } as const;
    await mustSucceed(service.post({ ...reopened, reason: null, steps: null, expectedVersion: null }));
    const upheld = {
      ...reopened,
      event: 'review_declined',
      reviewer: aReviewer,
      reason: 'r',
      steps: null,
      expectedVersion: null,
    } as const;
    await mustSucceed(service.post(upheld));
    const { profiles, tried } = await under(service, { ...policy, actions: { face_mismatch: 'review' } });
    expect(profiles).to.equal(2);
    expect(tried.map(({ before, after, comes, goes }) => [before, after, comes, goes])).to.deep.equal([
      ['decline', 'review', [], []],
    ]);
  });

  it('decides nothing where the evidence is not what was decided from', async () => {
    const service = aService({ scenario: 'retry_liveness_then_approve' });
    const { id } = await settled(service);
    await replaceProfile(service.records, { ...(await stored(service, id)), evidence: [] });
    expect(await under(service, policy)).to.deep.equal({
      profiles: 1,
      tried: [],
      damaged: [],
      unjudged: [id],
      next: null,
    });
  });

  it('leaves a profile out and names it where one of its entries does not open, also of replays', async () => {
    const [first, ...others] = await decidedPeople(4);
    if (first === undefined) return expect.fail('nobody');
    const { id, service } = first;
    const deps = { ...service, ledgerReader: withDamagedEntry(service.ledgerReader, id) };
    const left = [{ id, cause: 'record_damaged' }];
    const drafted = await mustSucceed(replayUnderPolicy(deps, draftOfBackTest).page(null, null));
    expect([drafted.damaged, drafted.tried.length]).to.deep.equal([left, others.length]);
    const replayed = await mustSucceed(replayDecisions(deps).page(null, null));
    expect([replayed.damaged, replayed.replayed.length]).to.deep.equal([left, others.length]);
    expect(await mustFail(replayDecisions(deps).one(id, null))).to.include({ outageCause: 'record_damaged' });
  });

  it('reads of all ledgers only that of the profile with the damaged entry', async () => {
    const [{ id, service } = expect.fail('nobody')] = await decidedPeople(4);
    rewriteEntries(service.records, (entry) =>
      entry.profile_id === id && entry.type === 'checks_completed' ? { ...entry, kind: 'verification_event' } : entry,
    );
    const read: string[] = [];
    const ledgerReader: typeof service.ledgerReader = {
      ...service.ledgerReader,
      entries: (profileId, query) => {
        read.push(profileId);
        return service.ledgerReader.entries(profileId, query);
      },
    };
    const { damaged } = await mustSucceed(
      replayUnderPolicy({ ...service, ledgerReader }, draftOfBackTest).page(null, null),
    );
    expect([damaged, read]).to.deep.equal([[{ id, cause: 'record_damaged' }], [id]]);
  });

  it('takes all profiles page by page, each once', async () => {
    const [{ service } = { service: aService() }, ...others] = await decidedPeople(21);
    const { page } = replayUnderPolicy(service, draftOfBackTest);
    const first = await mustSucceed(page(null, null));
    const second = await mustSucceed(page(first.next, null));
    expect([first.profiles, second.profiles, second.next]).to.deep.equal([20, others.length - 19, null]);
    expect(new Set([...first.tried, ...second.tried].map(({ profileId }) => profileId)).size).to.equal(21);
  });

  it('may cover a single profile', async () => {
    const service = aService({ scenario: 'retry_liveness_then_approve' });
    const { id } = await settled(service);
    await settled(service, 'customer-2');
    const { one } = replayUnderPolicy(service, stricter);
    expect((await mustSucceed(one(id, null))).tried.map(({ profileId }) => profileId)).to.deep.equal([id]);
    expect((await mustSucceed(one(id, '2100-01-01T00:00:00.000Z'))).tried).to.deep.equal([]);
    expect(await mustFail(one('none00000000000', null))).to.deep.equal(notFound);
  });
});

describe('the replay of the newest decision of a profile', () => {
  const newest = async (service: Service, id: string, change: (profile: Profile) => Profile = same) =>
    mustSucceed(replayNewest(service)(change(await stored(service, id))));

  it('reproduces that of the system, and reports one that was made an approval', async () => {
    const service = aService({ scenario: 'decline_face_mismatch' });
    const person = await aPerson(service);
    await submitEverything(person);
    expect(await newest(service, person.id)).to.include({ state: 'same' });
    const approved = decided({ outcome: 'approve', reasons: [] });
    expect(await newest(service, person.id, approved)).to.include({ state: 'differs' });
  });

  it('reproduces the checks of that of a reviewer, and reports one that its ledger does not have', async () => {
    const service = aService({ scenario: 'review_face_borderline' });
    const person = await aPerson(service);
    await submitEverything(person);
    const words = { event: 'review_approved', reviewer: aReviewer, reason: 'seen', note: 'seen' } as const;
    await mustSucceed(service.post({ caller: partner, id: person.id, ...words, steps: null, expectedVersion: null }));
    expect(await newest(service, person.id)).to.include({ state: 'same' });
    const elsewhere = await newest(service, person.id, (profile) => decided({ seq: profile.version + 5 })(profile));
    expect(elsewhere).to.deep.include({ state: 'differs', differing: ['record'] });
  });

  it('is none before a decision, and for a profile that was erased', async () => {
    const service = aService({ scenario: 'approve' });
    const person = await aPerson(service);
    expect(await newest(service, person.id)).to.equal(null);
    await submitEverything(person);
    await mustSucceed(service.erase({ caller: partner, id: person.id }));
    expect(await newest(service, person.id)).to.equal(null);
  });
});
