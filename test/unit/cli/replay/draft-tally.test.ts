import type { SimulatedDecision, SimulatedPage } from '@portcullis/explain';
import { expect } from 'chai';
import { createDraftTally, sampleSize } from '#cli/replay/draft-tally';

const aDecision = (n: number, over: Partial<SimulatedDecision> = {}): SimulatedDecision => ({
  profileId: `profile${String(n).padStart(8, '0')}`,
  seq: 9,
  before: 'approve',
  after: 'review',
  reasons: ['face_match_borderline'],
  comes: ['face_match_borderline'],
  goes: [],
  segment: { country: 'AUT', documentType: 'passport' },
  ...over,
});

const aPage = (...tried: readonly SimulatedDecision[]): SimulatedPage => ({
  profiles: tried.length,
  tried,
  damaged: [],
  unjudged: [],
  next: null,
});

describe('the tally of a draft', () => {
  it('of no decisions is empty', () => {
    expect(createDraftTally().summary()).to.deep.equal({
      profiles: 0,
      decisions: 0,
      changed: 0,
      unjudged: 0,
      cells: [],
      reasons: [],
      segments: [],
    });
  });

  it('has the share of each pair of outcomes, and a sample of its profiles', () => {
    const tally = createDraftTally();
    tally.add(aPage(aDecision(1), aDecision(2, { after: 'approve', comes: [], reasons: [] }), aDecision(3)));
    expect(tally.summary().cells).to.deep.equal([
      { from: 'approve', to: 'approve', decisions: 1, percent: 33.3, sample: ['profile00000002'] },
      { from: 'approve', to: 'review', decisions: 2, percent: 66.7, sample: ['profile00000001', 'profile00000003'] },
    ]);
  });

  it('counts each reason before and under the draft', () => {
    const tally = createDraftTally();
    const gone = aDecision(1, { before: 'retry', comes: [], goes: ['document_glare'], reasons: ['document_blurry'] });
    tally.add(aPage(gone, aDecision(2)));
    expect(tally.summary().reasons).to.deep.equal([
      { code: 'document_blurry', was: 1, comes: 0, goes: 0, wouldBe: 1 },
      { code: 'document_glare', was: 1, comes: 0, goes: 1, wouldBe: 0 },
      { code: 'face_match_borderline', was: 0, comes: 1, goes: 0, wouldBe: 1 },
    ]);
  });

  it('has the changes by country and type of document, the most first, and the unknown ones too', () => {
    const tally = createDraftTally();
    const same = { after: 'approve', comes: [], reasons: [] } as const;
    tally.add(
      aPage(aDecision(1), aDecision(2, same), aDecision(3, { segment: { country: 'AUT', documentType: 'id_card' } })),
    );
    tally.add(aPage(aDecision(4), aDecision(5, { ...same, segment: { country: null, documentType: null } })));
    expect(tally.summary().segments).to.deep.equal([
      { country: 'AUT', documentType: 'passport', decisions: 3, changed: 2, percent: 66.7 },
      { country: 'AUT', documentType: 'id_card', decisions: 1, changed: 1, percent: 100 },
      { country: null, documentType: null, decisions: 1, changed: 0, percent: 0 },
    ]);
  });

  it('does not grow with the number of decisions', () => {
    const sizeAfter = (count: number): number => {
      const tally = createDraftTally();
      for (let n = 0; n < count; n += 20) tally.add(aPage(...Array.from({ length: 20 }, (_, i) => aDecision(n + i))));
      const summary = tally.summary();
      expect(summary.decisions).to.equal(count);
      expect(summary.cells[0]?.sample).to.have.length(sampleSize);
      return JSON.stringify(summary).replaceAll(/\d+/g, '').length;
    };
    expect(sizeAfter(20_000)).to.equal(sizeAfter(20));
  });
});
