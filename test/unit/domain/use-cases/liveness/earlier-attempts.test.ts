import { aReviewer } from '@portcullis/contracts/builders';
import type { LivenessResult } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { tinyJpeg, tinyJpegNumber } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import { consentingPerson, ledgerOf, partner, stored } from '../../../../support/services/memory-service.ts';
import {
  convincing,
  failed,
  optionalLiveness,
  providerOf,
  resultsOf,
} from '../../../../support/services/scripted-liveness.ts';

const second = 1000;

type Consenting = Awaited<ReturnType<typeof consentingPerson>>;

/** A reviewer asks the person for these steps, which begins another attempt. */
const askFor = ({ person: { id }, service }: Consenting, ...steps: ('consent' | 'liveness')[]) =>
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

/** A person whose first session nobody has read, and who withdrew consent and was asked for it again. */
const regranting = async (first: LivenessResult) => {
  const { liveness, reads } = providerOf([first, convincing]);
  const one = await consentingPerson({ liveness });
  await mustSucceed(one.analyze(tinyJpeg()));
  const { sessionId } = await mustSucceed(one.open());
  await mustSucceed(one.consent(false));
  await askFor(one, 'consent');
  expect([reads, (await stored(one.service, one.person.id)).attempt.number]).to.deep.equal([[], 2]);
  await mustSucceed(one.consent());
  return { ...one, reads, sessionId };
};

const attack: LivenessResult = {
  status: 'succeeded',
  confidence: 3,
  challenge: 'movement_and_light',
  referenceImage: tinyJpegNumber(7),
};

describe('a liveness session of an earlier attempt that nobody has read, because consent was withdrawn', () => {
  for (const [what, first, status, reasons] of [
    ['failed', failed, 'requires_input', ['liveness_session_failed']],
    ['was an attack', attack, 'declined', ['liveness_attack']],
  ] as const) {
    it(`is read before another one is opened, and counts if it ${what}`, async () => {
      const one = await regranting(first);
      expect(await mustFail(one.open())).to.deep.include({ _tag: 'InvalidTransition', event: 'liveness_session' });
      const { attempt, evidence, ...profile } = await stored(one.service, one.person.id);
      expect([profile.status, profile.statusReasons]).to.deep.equal([status, reasons]);
      expect(evidence.filter(({ kind }) => kind === 'liveness_result')).to.have.nested.property('[0].attempt', 2);
    });
  }

  it('counts when it is fetched after consent was granted again, and is no late result', async () => {
    const one = await regranting(failed);
    await mustSucceed(one.service.readResult({ caller: one.person.caller, sessionId: one.sessionId }));
    expect(await resultsOf(one.person)).to.deep.equal(['failed']);
    expect(await stored(one.service, one.person.id)).to.deep.include({
      status: 'requires_input',
      statusReasons: ['liveness_session_failed'],
      attempt: { number: 3, max: 3 },
    });
  });

  it('is read by the service at its end, once consent was granted again', async () => {
    const one = await regranting(attack);
    one.service.clock.advance(170 * second);
    await mustSucceed(one.service.sweep());
    expect((await stored(one.service, one.person.id)).status).to.equal('declined');
  });

  it('and that went well is kept as a late result without its face, and another one is opened', async () => {
    const one = await regranting(convincing);
    const { sessionId } = await mustSucceed(one.open());
    expect([await resultsOf(one.person), one.service.records.files.size]).to.deep.equal([['succeeded late'], 1]);
    const read = await mustSucceed(one.service.readResult({ caller: one.person.caller, sessionId }));
    expect(read.profileStatus).to.equal('approved');
  });
});

describe('a liveness result of an earlier attempt', () => {
  for (const [what, result, kept, status] of [
    ['counts in the present one if the session failed', failed, 'failed', ['requires_input', 3]],
    ['changes nothing if it went well', convincing, 'succeeded late', ['requires_input', 2]],
  ] as const) {
    it(`that arrives after a time-out ${what}`, async () => {
      const { liveness, set } = providerOf([null]);
      const one = await consentingPerson({ liveness, policy: optionalLiveness });
      const { sessionId } = await mustSucceed(one.open());
      await mustSucceed(one.analyze(tinyJpeg()));
      one.service.clock.advance(15 * 60 * second);
      await askFor(one, 'liveness');
      const before = await stored(one.service, one.person.id);
      expect([before.status, before.attempt.number]).to.deep.equal(['requires_input', 2]);
      set(0, result);
      const read = await mustSucceed(one.service.readResult({ caller: partner, sessionId }));
      expect(read).to.deep.include({ status: result.status, referenceImageFileId: null });
      const after = await stored(one.service, one.person.id);
      expect([after.status, after.attempt.number]).to.deep.equal(status);
      expect(await resultsOf(one.person)).to.deep.equal([kept]);
    });
  }

  it('that failed counts during a review as well, so that nobody approves over it', async () => {
    const { liveness, set } = providerOf([null]);
    const one = await consentingPerson({ liveness, policy: optionalLiveness });
    const { sessionId } = await mustSucceed(one.open());
    await mustSucceed(one.analyze(tinyJpeg()));
    one.service.clock.advance(15 * 60 * second);
    set(0, failed);
    await mustSucceed(one.service.readResult({ caller: partner, sessionId }));
    const { id } = one.person;
    expect((await ledgerOf(one.service, id)).at(-1)?.type).to.equal('liveness.result');
    const review = { event: 'review_approved', reviewer: aReviewer, reason: 'r', note: 'n', steps: null } as const;
    expect(await mustFail(one.service.post({ caller: partner, id, ...review, expectedVersion: null }))).to.deep.include(
      { _tag: 'BiometricsNotPassed' },
    );
  });
});
