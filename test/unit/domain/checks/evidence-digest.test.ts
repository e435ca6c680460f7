import type { Evidence } from '@portcullis/domain';
import { evidenceDigest } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';
import { sha256Hex } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { aCase, aConsent, aMatch, aProviderFailure, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { passportLines } from '../../../support/builders/readings.ts';

describe('the digest of the evidence', () => {
  it('is the same for the same evidence, and differs for any other', () => {
    const digest = evidenceDigest(aCase());
    expect(digest).to.match(/^[0-9a-f]{64}$/);
    expect(evidenceDigest(JSON.parse(JSON.stringify(aCase())))).to.equal(digest);
    const others: readonly DecisionInput[] = [
      aCase({ attempt: 2 }),
      aCase({ askedSteps: ['liveness'] }),
      aCase({ more: [aProviderFailure('device')] }),
      aCase({ instead: { face_match: [aMatch({ similarity: 98.1 })] } }),
      aCase({ instead: { document_reading: [aReadingEvidence({ mrzLines: passportLines({ sex: 'M' }) })] } }),
    ];
    expect(new Set([digest, ...others.map(evidenceDigest)]).size).to.equal(6);
  });

  it('is over the canonical JSON of the evidence, the attempt and the asked steps', () => {
    const consent: Evidence = aConsent();
    const written =
      '{"asked_steps":["liveness"],"attempt":2,"evidence":[{"at":"2026-05-01T10:00:01.000Z","attempt":1,"granted":true,"kind":"consent","locale":"en","textVersion":"1"}]}';
    expect(
      evidenceDigest({
        profileId: 'profile00000001',
        samplingKey: '',
        evidence: [consent],
        attempt: 2,
        askedSteps: ['liveness'],
      }),
    ).to.equal(sha256Hex(new TextEncoder().encode(written)));
  });
});
