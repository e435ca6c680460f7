import { expect } from 'chai';
import type { LivenessChallenge } from '#domain/kernel/liveness-challenges';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  consentingPerson,
  ledgerOf,
  partner,
  personActions,
  type ServiceChanges,
} from '../../../../support/services/memory-service.ts';

const limits = { pass: 75, attack: 10 };
const gentleAllowed: NonNullable<ServiceChanges['policy']> = { liveness: { ...limits, movement: limits } };

/** A person who supplies everything, with this challenge, and is judged. */
const judgedWith = async (challenge: LivenessChallenge, policy: ServiceChanges['policy'] = gentleAllowed) => {
  const one = await consentingPerson({ policy });
  const { sessionId } = await mustSucceed(personActions(one.person).open(challenge));
  await mustSucceed(one.service.readResult({ caller: one.person.caller, sessionId }));
  await mustSucceed(one.analyze(tinyJpeg()));
  const { profile } = await mustSucceed(one.service.get({ caller: partner, id: one.person.id }));
  return { ...one, profile };
};

describe('the liveness challenge', () => {
  it('that is gentle costs the person who asks for it a review, and the decision names it', async () => {
    const { profile, service } = await judgedWith('movement');
    expect([profile.status, profile.decision?.reasons]).to.deep.equal(['in_review', ['liveness_gentle_challenge']]);
    const entries = await ledgerOf(service, profile.id);
    const checks = entries.find(({ type }) => type === 'checks_completed')?.data['checks'];
    expect(Array.isArray(checks) && checks.find((check) => check.name === 'liveness')).to.deep.equal({
      name: 'liveness',
      status: 'passed',
      requirement: 'required',
      reasons: ['liveness_gentle_challenge'],
      threshold: 75,
      challenge: 'movement',
    });
  });

  it('that the policy does not name is not opened', async () => {
    const one = await consentingPerson({ policy: { liveness: limits } });
    expect(await mustFail(personActions(one.person).open('movement'))).to.deep.equal({
      _tag: 'Invalid',
      faults: [{ pointer: '/challenge', message: 'the policy allows movement_and_light' }],
    });
  });
});
