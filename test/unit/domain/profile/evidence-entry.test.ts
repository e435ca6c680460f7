import { aSession, everyEvidence, freshSessionId } from '@portcullis/contracts/builders';
import { saltedDigest } from '@portcullis/domain/kernel';
import type { LedgerEntry } from '@portcullis/domain/ledger';
import { recordedDecision } from '@portcullis/domain/serialization';
import { expect } from 'chai';
import { evidenceEntry } from '#domain/profile/evidence-entry';
import { aMatch, aResult } from '../../../support/builders/evidence.ts';
import { applyAction, inState, system } from '../../../support/builders/profile-states.ts';

const salt = 'ab'.repeat(32);

describe('what the ledger keeps of evidence for ever', () => {
  const sessionId = freshSessionId();

  it('is no id of a liveness session, whatever the evidence', () => {
    const entries = everyEvidence(sessionId).map((item) => evidenceEntry(salt, item));
    expect(JSON.stringify(entries.map(({ data, type }) => ({ data, type })))).to.not.include(sessionId);
  });

  it('is a salted digest of a liveness session, and its id is in the part that is erased', () => {
    const session = saltedDigest(salt, sessionId);
    for (const item of [aSession({ sessionId }), aResult({ sessionId })]) {
      const { data, personal } = evidenceEntry(salt, item);
      expect(data).to.include({ session });
      expect(personal).to.include({ session_id: sessionId });
    }
  });

  it('is nothing by which somebody who has the picture recognises the erased person: no size, and no measurement', () => {
    const files = everyEvidence(sessionId).filter((item) => item.kind === 'file');
    const image = {
      width: 1601,
      height: 1203,
      sharpness: 0.517,
      brightness: 0.911,
      glare: 0.013,
      colour: 0.207,
    };
    const facts = { ...image, cutEdges: 3 };
    const [photo] = files.map((item) => ({ ...item, file: { ...item.file, size: 424_243 }, image: facts }));
    if (photo === undefined) throw new Error('there is no file');
    const { data, personal } = evidenceEntry(salt, photo);
    expect(Object.keys(data)).to.have.members(['file_id', 'kind', 'content_type', 'digest']);
    const { cutEdges: cut_edges, ...others } = facts;
    expect(personal).to.deep.equal({ size: 424_243, image: { ...others, cut_edges } });
    for (const item of files) expect(evidenceEntry(salt, item).data).to.not.have.any.keys('size', 'image');
  });

  it('is a band of ten of a confidence and of a similarity, and the exact number is in the part that is erased', () => {
    const result = evidenceEntry(salt, aResult({ confidence: 97.3 }));
    expect(result.data).to.include({ confidence_from: 90 });
    expect(result.personal).to.include({ confidence: 97.3 });
    const match = evidenceEntry(salt, aMatch({ similarity: 88.8 }));
    expect(match.data).to.include({ similarity_from: 80 }).and.not.have.property('model');
    expect(evidenceEntry(salt, aMatch({ model: 'acme-3' })).data).to.include({ model: 'acme-3' });
    expect(match.personal).to.deep.equal({ similarity: 88.8 });
    expect(JSON.stringify([result.data, match.data])).to.not.match(/97\.3|88\.8/);
    for (const [similarity, from] of [
      [100, 90],
      [90, 90],
      [0, 0],
      [null, null],
    ] as const)
      expect(evidenceEntry(salt, aMatch({ similarity })).data).to.include({ similarity_from: from });
  });
});

describe('what the ledger keeps of compared faces', () => {
  it('is not where they were, nor in the part that is erased: a server of the partner reads that as well', () => {
    const box = { left: 0.135, top: 0.25, width: 0.13, height: 0.24 };
    const placed = aMatch({ similarity: 88.8, documentFace: box, referenceFace: box });
    expect(evidenceEntry(salt, placed)).to.deep.equal(evidenceEntry(salt, aMatch({ similarity: 88.8 })));
  });
});

describe('what the ledger keeps of a decision for ever', () => {
  const { entries, profile } = applyAction(inState.processing, { type: 'complete_checks' }, { actor: system });
  const [decided] = entries.filter(({ type }) => type === 'checks_completed');

  const scoresIn = (entry: LedgerEntry) => recordedDecision(entry)?.checks.flatMap(({ score }) => score ?? []);

  it('is no score of a check', () => {
    expect(decided?.data['checks']).to.be.an('array').that.has.length.above(5);
    expect(JSON.stringify(decided?.data)).to.not.include('score');
  });

  it('has the scores beside it, so that the decision is made again from them until they are erased', () => {
    if (decided === undefined) throw new Error('nothing was decided');
    const { personal, ...erased } = decided;
    const scores = profile.checks.flatMap(({ name, score }) => (name === 'document_age' ? [] : (score ?? [])));
    expect(scoresIn(decided)).to.have.members(scores);
    expect(scores).to.have.length.above(0);
    expect(Object.values(personal?.['scores'] ?? {})).to.have.members(scores);
    expect(scoresIn(erased)).to.deep.equal([]);
  });
});
