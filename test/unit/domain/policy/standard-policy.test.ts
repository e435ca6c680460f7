import { acme } from '@portcullis/contracts/builders';
import { builtInPolicies, standardPolicy } from '@portcullis/domain';
import type { FlatPolicy, StandardOptions } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const plain: StandardOptions = { livenessThreshold: 75, specimens: false };

const expected: FlatPolicy = {
  retention: { approvedDays: null, declinedDays: null, unfinishedDays: 30 },
  id: 'standard',
  version: '1',
  steps: ['consent', 'document_front', 'liveness'],
  optionalSteps: ['document_back', 'device'],
  checks: {
    document_quality: 'required',
    document_type: 'required',
    document_mrz: 'required',
    document_barcode: 'optional',
    document_consistency: 'required',
    document_expiry: 'required',
    document_age: 'required',
    document_authenticity: 'optional',
    claimed_data: 'optional',
    liveness: 'required',
    face_match: 'required',
    device: 'optional',
    duplicates: 'optional',
    velocity: 'optional',
  },
  documents: {
    types: ['passport', 'id_card', 'residence_permit', 'driving_licence'],
    allowedCountries: null,
    deniedCountries: ['UTO'],
    expiryGraceDays: 0,
    maxValidityYears: 15,
    minReaderConfidence: 0.5,
    unverifiable: 'review',
  },
  images: {
    minSide: 200,
    minSharpness: 0.22,
    minBrightness: 0.08,
    maxGlare: 0.06,
    minColour: 0.015,
    maxCutEdges: 0,
  },
  names: { pass: 80 },
  minimumAge: 18,
  liveness: { pass: 75, attack: 10, movement: { pass: 75, attack: 10 } },
  faceMatch: { pass: 90, review: 80 },
  device: { maxAgeSeconds: 300, minConfidence: 0.5, maxLinkedIds: 3 },
  duplicates: { document: 0, person: 0, image: 0, device: 3 },
  velocity: { windowSeconds: 86_400, document: 5, device: 10, reference: 10 },
  sampling: 0,
  maxAttempts: 3,
  maxSessionsPerAttempt: 5,
  maxCredentialsPerAttempt: 3,
  providerTries: 3,
  expiresAfterSeconds: 604_800,
  processingSeconds: 900,
  approvalDays: 365,
  biometricOverride: false,
  actions: {},
};

const options: readonly StandardOptions[] = [0, 1, 9, 10, 74, 75, 76, 99, 100].flatMap((livenessThreshold) => [
  { livenessThreshold, specimens: false },
  { livenessThreshold, specimens: true },
]);

describe('the policy standard', () => {
  it('is this document', () => {
    expect(standardPolicy(plain)).to.deep.equal(expected);
  });

  it('accepts specimens where configured, under a version of its own', () => {
    expect(standardPolicy({ ...plain, specimens: true })).to.deep.equal({
      ...expected,
      version: '1+specimens',
      documents: { ...expected.documents, deniedCountries: [], knownSpecimens: 'accept' },
      duplicates: { document: null, person: null, image: null, device: null },
      velocity: { windowSeconds: 86_400, document: null, device: null, reference: null },
    });
  });

  it('accepts another liveness threshold, under a version of its own', () => {
    expect(standardPolicy({ ...plain, livenessThreshold: 90 })).to.deep.equal({
      ...expected,
      version: '1+liveness.90',
      liveness: { pass: 90, attack: 10, movement: { pass: 90, attack: 10 } },
    });
  });

  it('has the same attack limit, however low the threshold', () => {
    expect(standardPolicy({ ...plain, livenessThreshold: 5 }).liveness).to.deep.equal({
      pass: 5,
      attack: 10,
      movement: { pass: 5, attack: 10 },
    });
    expect(standardPolicy({ ...plain, livenessThreshold: 0 }).liveness).to.deep.equal({
      pass: 0,
      attack: 10,
      movement: { pass: 0, attack: 10 },
    });
  });

  it('has a different version for each combination of options', () => {
    expect(new Set(options.map((each) => standardPolicy(each).version)).size).to.equal(options.length);
  });

  it('is found in every version that ever existed, whatever is configured now', async () => {
    const now = builtInPolicies(plain);
    for (const each of options) {
      const made = standardPolicy(each);
      expect(await mustSucceed(now.get({ id: made.id, version: made.version }))).to.deep.equal(made);
    }
  });

  it('is given to new profiles as it is configured now', async () => {
    const configured = { livenessThreshold: 80, specimens: true };
    expect(await mustSucceed(builtInPolicies(configured).latest('standard', acme))).to.deep.equal(
      standardPolicy(configured),
    );
  });

  it('is the only one: any other name or version is not found', async () => {
    const policies = builtInPolicies(plain);
    const notFound = { _tag: 'NotFound' };
    expect(await mustFail(policies.latest('strict', acme))).to.deep.equal(notFound);
    for (const version of [
      '',
      '2',
      '1.0',
      '1+',
      '1+liveness',
      '1+liveness.',
      '1+liveness.7x',
      '1+specimens+liveness.80',
    ]) {
      expect(await mustFail(policies.get({ id: 'standard', version })), version).to.deep.equal(notFound);
    }
    expect(await mustFail(policies.get({ id: 'strict', version: '1' }))).to.deep.equal(notFound);
  });
});
