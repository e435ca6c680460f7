import { aReviewer } from '@portcullis/contracts/builders';
import { E } from '@portcullis/domain';
import type { LivenessResult } from '@portcullis/domain/ports';
import { dueAt } from '@portcullis/domain/profile';
import { changeProfile } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { tinyJpeg, tinyJpegNumber } from '../../../../support/images/tiny-jpeg.ts';
import { replaceProfile } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import { consentingPerson, partner, type ServiceChanges, stored } from '../../../../support/services/memory-service.ts';
import {
  convincing,
  down,
  failed,
  notConvincing,
  optionalLiveness,
  providerOf,
  resultsOf,
  running,
} from '../../../../support/services/scripted-liveness.ts';

const second = 1000;
type Consenting = Awaited<ReturnType<typeof consentingPerson>>;

/** Opens a session as releases did that read no earlier one. */
const openUnread = async ({ person: { id, service } }: Consenting, requestToken: string): Promise<string> => {
  const opened = await mustSucceed(
    service.liveness.open({ call: { profileId: id, attempt: 1 }, challenge: 'movement_and_light', requestToken }),
  );
  const { clientParameters, expiresAt, sessionId } = opened;
  const evidence = [{ kind: 'liveness_session' as const, ...clientParameters, expiresAt, sessionId }];
  const actor = { type: 'flow', id: 'before' } as const;
  const command = { id: requestToken, actor, action: { type: 'supply', evidence } } as const;
  await mustSucceed(changeProfile(service, { caller: null, id, purpose: 'write', plan: () => E.right([command]) }));
  return sessionId;
};

describe('a liveness session that nobody has read', () => {
  it('and that failed counts when another one is requested, so that nobody picks a better one', async () => {
    const { liveness } = providerOf([failed, convincing]);
    const one = await consentingPerson({ liveness });
    await mustSucceed(one.analyze(tinyJpeg()));
    await mustSucceed(one.open());
    one.service.clock.advance(180 * second);
    expect(await mustFail(one.open())).to.deep.include({ _tag: 'InvalidTransition', event: 'liveness_session' });
    expect(await resultsOf(one.person)).to.deep.equal(['failed']);
    expect(await stored(one.service, one.person.id)).to.deep.include({
      status: 'requires_input',
      statusReasons: ['liveness_session_failed'],
      attempt: { number: 2, max: 3 },
    });
  });

  it('is read by the service ten seconds before its end, and not earlier', async () => {
    const { liveness, reads } = providerOf([failed]);
    const one = await consentingPerson({ liveness });
    await mustSucceed(one.open());
    expect(dueAt(await stored(one.service, one.person.id))).to.equal('2026-05-01T00:02:50.000Z');
    one.service.clock.advance(169 * second);
    expect(await mustSucceed(one.service.sweep())).to.deep.equal({ seen: 0, failures: [] });
    one.service.clock.advance(second);
    expect(await mustSucceed(one.service.sweep())).to.deep.equal({ seen: 1, failures: [] });
    expect([reads.length, await resultsOf(one.person)]).to.deep.equal([1, ['failed']]);
    expect(dueAt(await stored(one.service, one.person.id))).to.equal('2026-05-08T00:00:00.000Z');
    expect(await mustSucceed(one.service.sweep())).to.deep.equal({ seen: 0, failures: [] });
  });

  it('and that succeeded lets the checks run although the person closed the browser', async () => {
    const one = await consentingPerson();
    await mustSucceed(one.analyze(tinyJpeg()));
    await mustSucceed(one.open());
    one.service.clock.advance(170 * second);
    await mustSucceed(one.service.sweep());
    expect((await stored(one.service, one.person.id)).status).to.equal('approved');
  });

  it('and that still runs is read again until its end, and then has expired without costing an attempt', async () => {
    const { liveness, reads } = providerOf([running, convincing]);
    const one = await consentingPerson({ liveness });
    await mustSucceed(one.analyze(tinyJpeg()));
    await mustSucceed(one.open());
    one.service.clock.advance(170 * second);
    for (let at = 0; at < 9; at += 1) {
      await mustSucceed(one.service.sweep());
      expect(await resultsOf(one.person)).to.deep.equal([]);
      one.service.clock.advance(second);
    }
    expect(reads.length).to.equal(3);
    one.service.clock.advance(4 * second);
    await mustSucceed(one.service.sweep());
    expect(await resultsOf(one.person)).to.deep.equal(['expired']);
    expect((await stored(one.service, one.person.id)).attempt.number).to.equal(1);
    const other = await mustSucceed(one.open());
    const read = one.service.readResult({ caller: one.person.caller, sessionId: other.sessionId });
    expect((await mustSucceed(read)).profileStatus).to.equal('approved');
  });

  it('is not lost in an outage: nothing is recorded, and no other one is opened until the provider answers', async () => {
    const { liveness, set } = providerOf([null, convincing]);
    const one = await consentingPerson({ liveness });
    await mustSucceed(one.analyze(tinyJpeg()));
    await mustSucceed(one.open());
    one.service.clock.advance(175 * second);
    expect(await mustSucceed(one.service.sweep())).to.deep.equal({ seen: 1, failures: [] });
    one.service.clock.advance(10 * second);
    expect(await mustFail(one.open())).to.equal(down);
    expect(await resultsOf(one.person)).to.deep.equal([]);
    set(0, failed);
    one.service.clock.advance(60 * second);
    await mustSucceed(one.service.sweep());
    expect(await resultsOf(one.person)).to.deep.equal(['failed']);
    expect((await stored(one.service, one.person.id)).attempt.number).to.equal(2);
  });

  it('is not asked for after consent was withdrawn', async () => {
    const { liveness, reads } = providerOf([failed]);
    const one = await consentingPerson({ liveness });
    await mustSucceed(one.open());
    await mustSucceed(one.consent(false));
    one.service.clock.advance(180 * second);
    await mustSucceed(one.service.sweep());
    expect([reads, await resultsOf(one.person)]).to.deep.equal([[], []]);
  });
});

describe('the checks of a profile with a liveness session that nobody has read', () => {
  it('read it first, so that a failed one counts where liveness is optional', async () => {
    const { liveness } = providerOf([failed]);
    const one = await consentingPerson({ liveness, policy: optionalLiveness });
    await mustSucceed(one.open());
    await mustSucceed(one.analyze(tinyJpeg()));
    expect(await resultsOf(one.person)).to.deep.equal(['failed']);
    const { status, statusReasons } = await stored(one.service, one.person.id);
    expect([status, statusReasons]).to.deep.equal(['requires_input', ['liveness_session_failed']]);
  });

  it('wait while it runs, and judge when it has ended', async () => {
    const { liveness, set } = providerOf([running]);
    const one = await consentingPerson({ liveness, policy: optionalLiveness });
    await mustSucceed(one.open());
    await mustSucceed(one.analyze(tinyJpeg()));
    const statusOf = async () => (await stored(one.service, one.person.id)).status;
    expect(await statusOf()).to.equal('processing');
    one.service.clock.advance(3 * second);
    await mustSucceed(one.service.sweep());
    expect(await statusOf()).to.equal('processing');
    set(0, notConvincing);
    one.service.clock.advance(3 * second);
    await mustSucceed(one.service.sweep());
    expect([await statusOf(), await resultsOf(one.person)]).to.deep.equal(['requires_input', ['succeeded']]);
  });

  it('wait while its provider gives no answer, and lead to a review when the time for processing is over', async () => {
    const { liveness } = providerOf([null]);
    const one = await consentingPerson({ liveness, policy: optionalLiveness });
    await mustSucceed(one.open());
    await mustSucceed(one.analyze(tinyJpeg()));
    expect((await stored(one.service, one.person.id)).status).to.equal('processing');
    one.service.clock.advance(15 * 60 * second);
    await mustSucceed(one.service.sweep());
    const { status, statusReasons } = await stored(one.service, one.person.id);
    expect([status, statusReasons]).to.deep.equal(['in_review', ['provider_timeout']]);
  });

  for (const [what, first, counted, status] of [
    ['a failed one counts before a later one that succeeded', failed, ['succeeded', 'failed'], 'requires_input'],
    ['a less convincing one counts as well', notConvincing, ['succeeded', 'succeeded'], 'requires_input'],
    [
      'one that nobody was there by its verdict counts, whatever its confidence',
      { ...notConvincing, confidence: 99, live: false },
      ['succeeded', 'succeeded'],
      'requires_input',
    ],
    [
      'a more convincing one does not count',
      { ...convincing, confidence: 99 },
      ['succeeded', 'succeeded late'],
      'approved',
    ],
  ] as const) {
    it(`read those that were left unread: ${what}`, async () => {
      const { liveness } = providerOf([first, convincing]);
      const one = await consentingPerson({ liveness });
      await openUnread(one, 'first');
      one.service.clock.advance(180 * second);
      const sessionId = await openUnread(one, 'second');
      await mustSucceed(one.service.readResult({ caller: one.person.caller, sessionId }));
      await mustSucceed(one.analyze(tinyJpeg()));
      expect(await resultsOf(one.person)).to.deep.equal(counted);
      expect((await stored(one.service, one.person.id)).status).to.equal(status);
    });
  }
});

describe('an attack session that its provider has forgotten, because consent was withdrawn before it was read', () => {
  const askAgain = ({ person: { id }, service }: Consenting, ...steps: ('consent' | 'liveness')[]) =>
    mustSucceed(
      service.post({
        caller: partner,
        id,
        event: 'input_requested',
        reviewer: aReviewer,
        reason: null,
        note: 'n',
        steps,
        expectedVersion: null,
      }),
    );
  const attack: LivenessResult = {
    status: 'succeeded',
    confidence: 3,
    challenge: 'movement_and_light',
    referenceImage: tinyJpegNumber(6),
  };

  /** The person withdraws consent after an attack, and gives it again when the provider no longer knows the session. */
  const regranting = async (policy: ServiceChanges['policy'] = {}) => {
    const { liveness, set } = providerOf([attack, convincing]);
    const one = await consentingPerson({ liveness, policy });
    await mustSucceed(one.open());
    await mustSucceed(one.consent(false));
    await askAgain(one, 'consent');
    one.service.clock.advance(200 * second);
    set(0, { status: 'expired' });
    await mustSucceed(one.consent());
    return one;
  };
  const inReview = async ({ person: { id }, service }: Consenting) => {
    const { status, statusReasons } = await stored(service, id);
    return [status, statusReasons];
  };
  const unread = ['in_review', ['liveness_session_unread']];

  it('leads to a reviewer, however good the next one is, and the reviewer may approve', async () => {
    const one = await regranting();
    const { sessionId } = await mustSucceed(one.open());
    await mustSucceed(one.analyze(tinyJpeg()));
    await mustSucceed(one.service.readResult({ caller: one.person.caller, sessionId }));
    expect(await resultsOf(one.person)).to.deep.equal(['expired late', 'succeeded']);
    expect(await inReview(one)).to.deep.equal(unread);
    const { id } = one.person;
    const review = { event: 'review_approved', reviewer: aReviewer, reason: 'r', note: 'n', steps: null } as const;
    await mustSucceed(one.service.post({ caller: partner, id, ...review, expectedVersion: null }));
    const { assurance, profile } = await mustSucceed(one.service.get({ caller: partner, id }));
    expect([profile.status, assurance.liveness, assurance.review.overridden]).to.deep.equal([
      'approved',
      false,
      ['liveness'],
    ]);
  });

  it('leads to a reviewer also where liveness is optional, and no other session follows', async () => {
    const one = await regranting(optionalLiveness);
    await mustSucceed(one.analyze(tinyJpeg()));
    expect(await inReview(one)).to.deep.equal(unread);
  });

  it('does not let a reviewer approve where liveness is required and there is no other session', async () => {
    const one = await regranting();
    const { id } = one.person;
    const { expiresAt: _, ...profile } = await stored(one.service, id);
    const waiting = {
      ...profile,
      expiresAt: '2027-01-01T00:00:00.000Z',
      status: 'in_review',
      waitingSince: profile.updatedAt,
    } as const;
    const ended = {
      kind: 'liveness_result',
      status: 'expired',
      confidence: null,
      challenge: null,
      referenceFileId: null,
    } as const;
    const { sessionId } = profile.evidence.find((item) => item.kind === 'liveness_session') ?? expect.fail('none');
    const evidence = [...profile.evidence, { ...ended, sessionId, late: true, attempt: 2, at: profile.updatedAt }];
    await replaceProfile(one.service.records, { ...waiting, evidence });
    const review = { event: 'review_approved', reviewer: aReviewer, reason: 'r', note: 'n', steps: null } as const;
    expect(await mustFail(one.service.post({ caller: partner, id, ...review, expectedVersion: null }))).to.deep.include(
      { _tag: 'BiometricsNotPassed', checks: ['liveness', 'face_match'] },
    );
  });
});
