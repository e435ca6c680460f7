import { maxBackTestExamples, maxBackTestReasons } from '@portcullis/backoffice/ports';
import { outcomes, reasonCodes } from '@portcullis/domain/checks';
import type { SimulatedDecision } from '@portcullis/explain';
import { expect } from 'chai';
import { backTestTally } from '#backoffice/back-tests/back-test-tally';

const decision = (n: number, change: Partial<SimulatedDecision>): SimulatedDecision => ({
  profileId: `profile${String(n).padStart(8, '0')}`,
  seq: 1,
  before: 'approve',
  after: 'approve',
  reasons: [],
  segment: { country: null, documentType: null },
  comes: [],
  goes: [],
  ...change,
});

describe('the tally of a back-test', () => {
  it('names as many profiles of each change as there is room for, and none that stay as they are', () => {
    const tally = backTestTally();
    const pairs = outcomes.flatMap((before) => outcomes.map((after) => ({ before, after })));
    for (const [n, pair] of pairs.entries())
      for (let time = 0; time < (n === 1 ? 100 : 2); time += 1) tally.add(decision(100 * n + time, pair));
    const { cells, examples, judged } = tally.findings();
    expect([judged, cells.length]).to.deep.equal([130, 16]);
    expect(examples.length).to.equal(12);
    const named = examples.map(({ profileIds }) => profileIds.length);
    expect(named.reduce((sum, count) => sum + count, 0)).to.equal(maxBackTestExamples);
    expect(Math.min(...named)).to.equal(1);
    expect(examples.every(({ from, to }) => from !== to)).to.equal(true);
    const few = backTestTally();
    for (let n = 0; n < 50; n += 1) few.add(decision(n, { after: 'review' }));
    expect(few.findings().examples.map(({ profileIds }) => profileIds.length)).to.deep.equal([maxBackTestExamples]);
  });

  it('tells of the reasons that come and go in the most decisions', () => {
    const tally = backTestTally();
    for (const [n, reason] of reasonCodes.entries())
      for (let time = 0; time <= n; time += 1)
        tally.add(decision(n, time % 2 === 0 ? { comes: [reason] } : { goes: [reason] }));
    const { reasons } = tally.findings();
    expect(reasons.length).to.equal(maxBackTestReasons);
    const last = reasonCodes.length;
    expect(reasons[0]).to.deep.equal({
      reason: reasonCodes.at(-1),
      comes: Math.ceil(last / 2),
      goes: Math.floor(last / 2),
    });
  });
});
