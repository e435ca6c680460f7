import { decide, type ReasonCode } from '@portcullis/domain';
import type { FlatPolicy, PolicyWithPaths } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { failureReasons } from '#domain/evidence/evidence';
import {
  aCase,
  aConsent,
  aDevice,
  aDeviceEvent,
  aMatch,
  aProviderFailure,
  aReadingEvidence,
  aResult,
} from '../../../support/builders/evidence.ts';
import { policy as flat } from '../../../support/builders/profile-states.ts';
import { confidentSignals, localReader } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';
import { type CaseFacts, decideOn, evidenceOf, flawless } from '../../../support/generators/case-facts.ts';
import { otherPersonIn } from '../../../support/generators/path-policies.ts';

const verdict = (file: DecisionInput, policy: FlatPolicy = standard) => {
  const { deciding, outcome, reasons } = decide(policy, file, decidedAt);
  return { outcome, reasons, deciding };
};

const decline = { face_match: [aMatch({ similarity: 12 })] };
const review = { document_reading: [aReadingEvidence({ signals: confidentSignals('document_tampered') })] };
const retry = { document_reading: [aReadingEvidence({ signals: confidentSignals('document_glare') })] };
const reviewAndRetry = {
  document_reading: [aReadingEvidence({ signals: confidentSignals('document_glare', 'document_tampered') })],
};

const allDeciding = (outcome: string, ...reasons: ReasonCode[]) => ({ outcome, reasons, deciding: reasons });

describe('the decision from the results of the checks', () => {
  it('approves when every required check has passed', () => {
    const decided = decide(standard, aCase(), decidedAt);
    expect(verdict(aCase())).to.deep.equal({ outcome: 'approve', reasons: [], deciding: [] });
    expect(decided.checks.filter(({ status }) => status !== 'passed').map(({ name }) => name)).to.deep.equal([
      'document_barcode',
      'claimed_data',
      'device',
      'duplicates',
      'velocity',
    ]);
  });

  it('takes decline before review', () => {
    expect(verdict(aCase({ instead: { ...review, ...decline } }))).to.deep.equal({
      outcome: 'decline',
      reasons: ['document_tampered', 'face_mismatch'],
      deciding: ['face_mismatch'],
    });
  });

  it('takes decline before retry', () => {
    expect(verdict(aCase({ instead: { ...retry, ...decline } }))).to.deep.equal({
      outcome: 'decline',
      reasons: ['document_glare', 'face_mismatch'],
      deciding: ['face_mismatch'],
    });
  });

  it('takes review before retry, so that a suspect learns nothing', () => {
    expect(verdict(aCase({ instead: reviewAndRetry }))).to.deep.equal({
      outcome: 'review',
      reasons: ['document_glare', 'document_tampered'],
      deciding: ['document_tampered'],
    });
  });

  it('takes retry before approval', () => {
    expect(verdict(aCase({ instead: retry }))).to.deep.equal(allDeciding('retry', 'document_glare'));
  });

  it('approves despite reasons that are only noted, and lists them', () => {
    const file = aCase({ more: [aDeviceEvent(), aDevice({ vpn: true, rooted: true })] });
    expect(verdict(file)).to.deep.equal({
      outcome: 'approve',
      reasons: ['device_rooted', 'network_vpn'],
      deciding: [],
    });
  });

  it('lists each reason once, in the order of the checks', () => {
    const failed = aResult({ status: 'failed', confidence: null, referenceFileId: null });
    const file = aCase({
      instead: { liveness_result: [failed], face_match: [], document_reading: [aReadingEvidence({ mrzLines: null })] },
    });
    expect(verdict(file)).to.deep.equal(
      allDeciding('retry', 'mrz_missing', 'data_field_missing', 'liveness_session_failed'),
    );
  });

  describe('about an optional check', () => {
    it('follows what it found', () => {
      const file = aCase({ more: [aDeviceEvent(), aDevice({ bot: 'bad' })] });
      expect(verdict(file)).to.deep.equal(allDeciding('review', 'device_bot'));
    });

    for (const reason of failureReasons) {
      it(`goes to review with ${reason} when its provider gave no answer`, () => {
        const file = aCase({ more: [aDeviceEvent(), aProviderFailure('device', reason)] });
        expect(verdict(file)).to.deep.equal(allDeciding('review', reason));
      });
    }

    it('lets no policy ignore a provider that gave no answer', () => {
      const lax: FlatPolicy = { ...standard, actions: { provider_timeout: 'info', provider_unavailable: 'retry' } };
      for (const reason of ['provider_timeout', 'provider_unavailable'] as const) {
        const file = aCase({ more: [aDeviceEvent(), aProviderFailure('device', reason)] });
        expect(verdict(file, lax)).to.deep.equal(allDeciding('review', reason));
      }
    });

    it('does not require what was never supplied', () => {
      expect(verdict(aCase())).to.deep.equal({ outcome: 'approve', reasons: [], deciding: [] });
    });

    it('does not hold a refusal of consent against somebody of whom neither it nor anything biometric is required', () => {
      const mild: FlatPolicy = {
        ...standard,
        checks: { ...standard.checks, liveness: 'optional', face_match: 'optional' },
      };
      const file = aCase({
        instead: { consent: [aConsent(false)], liveness_session: [], liveness_result: [], face_match: [] },
      });
      const approved = { outcome: 'approve', reasons: ['consent_declined'], deciding: [] };
      const unasked: FlatPolicy = { ...mild, steps: mild.steps.filter((step) => step !== 'consent') };
      expect(verdict(file, unasked)).to.deep.equal(approved);
      expect(verdict(file, mild)).to.deep.equal(allDeciding('review', 'consent_declined'));
    });
  });

  describe('about a required check', () => {
    it('never approves while one has no result and gives no reason', () => {
      expect(verdict(aCase({ instead: { face_match: [] } }))).to.deep.equal(allDeciding('review', 'checks_incomplete'));
    });

    it('never approves while one is not applicable', () => {
      const local = aCase({ instead: { document_reading: [aReadingEvidence({ reader: localReader })] } });
      const strict: FlatPolicy = { ...standard, checks: { ...standard.checks, document_authenticity: 'required' } };
      expect(verdict(local)).to.deep.equal(allDeciding('approve'));
      expect(verdict(local, strict)).to.deep.equal(allDeciding('review', 'checks_incomplete'));
    });

    for (const name of ['document_barcode', 'duplicates', 'velocity'] as const) {
      it(`never approves under a policy that requires ${name}, which then has nothing to look at`, () => {
        const strict: FlatPolicy = { ...standard, checks: { ...standard.checks, [name]: 'required' } };
        expect(verdict(aCase(), strict)).to.deep.equal(allDeciding('review', 'checks_incomplete'));
      });
    }

    for (const reason of failureReasons) {
      it(`goes to review with ${reason} when its provider gave no answer`, () => {
        const failures = [
          aProviderFailure('face_match'),
          aProviderFailure('face_match'),
          aProviderFailure('face_match', reason),
        ];
        const file = aCase({ instead: { face_match: [] }, more: failures });
        expect(verdict(file)).to.deep.equal(allDeciding('review', reason));
      });
    }

    it('forgets the failures of an earlier attempt', () => {
      const file = aCase({ instead: { face_match: [] }, more: [aProviderFailure('face_match')], attempt: 2 });
      expect(verdict(file)).to.deep.equal(allDeciding('review', 'checks_incomplete'));
    });

    it('lets a decline stand beside a provider that is down', () => {
      const file = aCase({
        instead: { liveness_result: [aResult({ confidence: 3 })], face_match: [] },
        more: [aProviderFailure('face_match')],
      });
      expect(verdict(file)).to.deep.equal({
        outcome: 'decline',
        reasons: ['liveness_attack', 'provider_unavailable'],
        deciding: ['liveness_attack'],
      });
    });
  });

  describe('that the policy samples for review', () => {
    const drawn = (policy: Partial<FlatPolicy>, input: Partial<DecisionInput>, file: DecisionInput = aCase()) =>
      verdict({ ...file, ...input }, { ...standard, ...policy }).outcome === 'review';
    const names = Array.from({ length: 500 }, (_, n) => `profile${n.toString(36).padStart(8, '0')}`);

    it('is an approval, drawn by the secret of the profile so that another attempt has the same result', () => {
      expect(verdict(aCase(), { ...standard, sampling: 1 })).to.deep.equal(allDeciding('review', 'policy_sampled'));
      const chosen = names.filter((samplingKey) => drawn({ sampling: 0.25 }, { samplingKey }));
      expect(chosen.length / names.length).to.be.within(0.19, 0.31);
      const again = aCase({ attempt: 2, more: [aProviderFailure('device')] });
      expect(chosen.filter((samplingKey) => !drawn({ sampling: 0.25 }, { samplingKey }, again))).to.deep.equal([]);
      expect(chosen.filter((samplingKey) => !drawn({ sampling: 0.5 }, { samplingKey }))).to.deep.equal([]);
      expect(names.filter((samplingKey) => drawn({ sampling: 0 }, { samplingKey }))).to.deep.equal([]);
    });

    it('is nothing that the id tells: of people with one id, each has a draw of their own', () => {
      const [profileId = ''] = names;
      const chosen = names.filter((samplingKey) => drawn({ sampling: 0.25 }, { profileId, samplingKey }));
      expect(chosen.length / names.length).to.be.within(0.19, 0.31);
    });

    it('is nothing that does not end in an approval anyway', () => {
      expect(verdict(aCase({ instead: retry }), { ...standard, sampling: 1 })).to.deep.equal(
        allDeciding('retry', 'document_glare'),
      );
    });
  });

  it('sends a person who declines consent to review, and never approves', () => {
    const file: DecisionInput = {
      profileId: 'profile00000001',
      samplingKey: '',
      evidence: [aConsent(false)],
      attempt: 1,
      askedSteps: null,
    };
    expect(verdict(file)).to.deep.equal(allDeciding('review', 'consent_declined', 'checks_incomplete'));
  });

  it('requires the document of an open profile, and the rest', () => {
    const open: DecisionInput = {
      profileId: 'profile00000001',
      samplingKey: '',
      evidence: [],
      attempt: 1,
      askedSteps: null,
    };
    expect(verdict(open)).to.deep.equal({
      outcome: 'review',
      reasons: ['document_missing', 'checks_incomplete'],
      deciding: ['checks_incomplete'],
    });
    const consented = aCase({ instead: { file: [], document_reading: [] } });
    const alone: FlatPolicy = { ...standard, checks: { document_type: 'optional', claimed_data: 'optional' } };
    expect(verdict(consented, alone)).to.deep.equal(allDeciding('retry', 'document_missing'));
  });

  it('does not require a document that the policy has no step for, unless it requires a check of one', () => {
    const person = aCase({ instead: { file: [], document_reading: [], face_match: [] } });
    const verdictWith = (document_type: 'optional' | 'required') =>
      verdict(person, {
        ...standard,
        steps: ['consent', 'liveness'],
        checks: { document_type, claimed_data: 'optional', liveness: 'required' },
      });
    expect(verdictWith('optional')).to.deep.equal(allDeciding('approve'));
    expect(verdictWith('required')).to.deep.equal(allDeciding('review', 'checks_incomplete'));
  });

  it('requires a live person and two similar faces, whatever the reader says', () => {
    const withoutPerson = aCase({ instead: { liveness_session: [], liveness_result: [], face_match: [] } });
    expect(verdict(withoutPerson)).to.deep.equal(allDeciding('review', 'checks_incomplete'));
  });

  describe('under a policy with actions of its own', () => {
    it('is stricter where the policy says so', () => {
      const strict: FlatPolicy = { ...standard, actions: { document_glare: 'review', network_vpn: 'decline' } };
      expect(verdict(aCase({ instead: retry }), strict)).to.deep.equal(allDeciding('review', 'document_glare'));
      const vpn = aCase({ more: [aDeviceEvent(), aDevice({ vpn: true })] });
      expect(verdict(vpn, strict)).to.deep.equal(allDeciding('decline', 'network_vpn'));
    });

    it('is laxer for the reasons that it names', () => {
      const lax: FlatPolicy = { ...standard, actions: { face_mismatch: 'review', device_shared: 'info' } };
      const file = aCase({ instead: decline, more: [aDeviceEvent(), aDevice({ linkedIds24h: 9 })] });
      expect(verdict(file, lax)).to.deep.equal({
        outcome: 'review',
        reasons: ['face_mismatch', 'device_shared'],
        deciding: ['face_mismatch'],
      });
    });

    it('limits the opinion of a model alone to review', () => {
      const strict: FlatPolicy = { ...standard, actions: { document_tampered: 'decline' } };
      expect(verdict(aCase({ instead: review }), strict)).to.deep.equal(allDeciding('review', 'document_tampered'));
    });

    it('limits a country that only a model read to review, and declines one that the MRZ has', () => {
      const strict: FlatPolicy = { ...standard, documents: { ...standard.documents, deniedCountries: ['UTO'] } };
      const withoutMrz = aCase({ instead: { document_reading: [aReadingEvidence({ mrzLines: null })] } });
      expect(verdict(withoutMrz, strict)).to.deep.equal({
        outcome: 'review',
        reasons: ['document_country_not_allowed', 'mrz_missing', 'data_field_missing'],
        deciding: ['document_country_not_allowed'],
      });
      expect(verdict(aCase(), strict)).to.deep.equal(allDeciding('decline', 'document_country_not_allowed'));
    });
  });
});

const { checks, optionalSteps: _optionalSteps, steps: _steps, ...rules } = flat;
const { duplicates: _duplicates, velocity: _velocity, ...own } = checks;
const { face_match: _faceMatch, liveness: _liveness, ...withoutFace } = own;

/** A passport has no barcode, so that the second path leaves one to a reviewer. */
const under: PolicyWithPaths = {
  ...rules,
  paths: [
    { id: 'whole', steps: ['consent', 'document_front', 'liveness'], optionalSteps: [], checks: own },
    {
      id: 'paper',
      steps: ['consent', 'document_front'],
      optionalSteps: ['document_back'],
      checks: { ...withoutFace, document_barcode: 'required' },
    },
  ],
  always: { duplicates: 'optional', velocity: 'optional' },
};

const decidedIn = (open: string, given: Partial<CaseFacts>) => {
  const items = evidenceOf({ ...flawless, ...given });
  const { outcome, passedOver, path } = decideOn(under, [{ kind: 'path_chosen', path: open }, ...items]);
  return { outcome, path, passedOver };
};

describe('the open path among complete ones', () => {
  it('is reviewed rather than another one asked for again', () => {
    const passedOver = [{ path: 'whole', reasons: ['liveness_low_score'] }];
    expect(decidedIn('paper', { confidence: 50 })).to.deep.equal({ outcome: 'review', path: 'paper', passedOver });
    expect(decidedIn('whole', { confidence: 50 })).to.include({ outcome: 'retry', path: 'whole' });
  });

  it('is the one that counts of two that end in a review', () => {
    const passedOver = [{ path: 'whole', reasons: ['face_match_borderline'] }];
    expect(decidedIn('paper', { similarity: 85 })).to.deep.equal({ outcome: 'review', path: 'paper', passedOver });
    expect(decidedIn('whole', { similarity: 85 })).to.include({ outcome: 'review', path: 'whole' });
  });

  it('is the one that counts of two that decline', () => {
    expect(decidedIn('paper', { mrz: 'minor' })).to.include({ outcome: 'decline', path: 'paper' });
    expect(decidedIn('whole', { mrz: 'minor' })).to.include({ outcome: 'decline', path: 'whole' });
  });

  it('is not preferred where another one approves', () => {
    expect(decidedIn('paper', {})).to.include({ outcome: 'approve', path: 'whole' });
  });
});

describe('the persons of two paths', () => {
  it('differ also where the picture of one of the documents is not there', () => {
    const other = otherPersonIn('paper', { names: 'MUSTERMANN<<ERIKA' }).filter(({ kind }) => kind !== 'file');
    const { deciding } = decideOn(under, [...evidenceOf(flawless), ...other]);
    expect(deciding).to.include('path_person_mismatch');
  });
});
