import { decide } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import {
  aCase,
  aConsent,
  aDevice,
  aDeviceEvent,
  aMatch,
  aProviderFailure,
  aReadingEvidence,
} from '../../../support/builders/evidence.ts';
import { confidentSignals } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

const decline = { face_match: [aMatch({ similarity: 12 })] };
const review = { document_reading: [aReadingEvidence({ signals: confidentSignals('document_tampered') })] };
const reviewAndRetry = {
  document_reading: [aReadingEvidence({ signals: confidentSignals('document_glare', 'document_tampered') })],
};

describe('the contribution of each reason to a decision', () => {
  const added = (file: DecisionInput, policy: FlatPolicy = standard) => decide(policy, file, decidedAt).contributions;

  it('is its action under the policy, the outcome of that action, and whether it decided', () => {
    const file = aCase({ instead: { ...reviewAndRetry, ...decline }, more: [aDeviceEvent(), aDevice({ vpn: true })] });
    expect(added(file)).to.deep.equal([
      { check: 'document_quality', reason: 'document_glare', action: 'retry', effect: 'retry', decides: false },
      {
        check: 'document_authenticity',
        reason: 'document_tampered',
        action: 'review',
        effect: 'review',
        decides: false,
      },
      { check: 'face_match', reason: 'face_mismatch', action: 'decline', effect: 'decline', decides: true },
      { check: 'device', reason: 'network_vpn', action: 'info', effect: 'approve', decides: false },
    ]);
  });

  it('is less than its action where only a model reports it, and where no result was required', () => {
    const strict: FlatPolicy = { ...standard, actions: { document_tampered: 'decline', network_vpn: 'decline' } };
    const file = aCase({ instead: review, more: [aDeviceEvent(), aDevice({ vpn: true })] });
    expect(added(file, strict)).to.deep.equal([
      {
        check: 'document_authenticity',
        reason: 'document_tampered',
        action: 'decline',
        effect: 'review',
        decides: false,
      },
      { check: 'device', reason: 'network_vpn', action: 'decline', effect: 'decline', decides: true },
    ]);
    const mild: FlatPolicy = {
      ...standard,
      checks: { ...standard.checks, liveness: 'optional', face_match: 'optional' },
    };
    const declined = aCase({
      instead: { consent: [aConsent(false)], liveness_session: [], liveness_result: [], face_match: [] },
    });
    expect(added(declined, mild)).to.deep.equal([
      { check: 'liveness', reason: 'consent_declined', action: 'review', effect: 'approve', decides: false },
      { check: null, reason: 'consent_declined', action: 'review', effect: 'review', decides: true },
    ]);
  });

  it('is more than its action where a provider gave no answer', () => {
    const lax: FlatPolicy = { ...standard, actions: { provider_timeout: 'info' } };
    expect(added(aCase({ more: [aDeviceEvent(), aProviderFailure('device', 'provider_timeout')] }), lax)).to.deep.equal(
      [{ check: 'device', reason: 'provider_timeout', action: 'info', effect: 'review', decides: true }],
    );
  });

  it('names no check where the decision itself gives the reason', () => {
    expect(added(aCase({ instead: { face_match: [] } }))).to.deep.equal([
      { check: null, reason: 'checks_incomplete', action: 'review', effect: 'review', decides: true },
    ]);
    expect(added(aCase(), { ...standard, sampling: 1 })).to.deep.equal([
      { check: null, reason: 'policy_sampled', action: 'review', effect: 'review', decides: true },
    ]);
  });
});
