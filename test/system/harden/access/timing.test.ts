import { expect } from 'chai';
import { distinguishablePlaces, type TimingPair } from './timing.ts';

const times = (count: number, took: TimingPair): readonly TimingPair[] => Array.from({ length: count }, () => took);

describe('the timing of responses to other tenants', () => {
  const usual = times(100, { place: 'a', theirs: 3.1, missing: 3 });

  it('reveals nothing when both are alike, when a few are late, and when all are a little later', () => {
    expect(distinguishablePlaces([])).to.deep.equal([]);
    expect(distinguishablePlaces(usual)).to.deep.equal([]);
    expect(distinguishablePlaces([...usual, ...times(40, { place: 'a', theirs: 900, missing: 3 })])).to.deep.equal([]);
    expect(distinguishablePlaces(times(100, { place: 'a', theirs: 25, missing: 3 }))).to.deep.equal([]);
    expect(distinguishablePlaces(times(100, { place: 'a', theirs: 4, missing: 0.1 }))).to.deep.equal([]);
  });

  it('reveals a difference when one takes ten times as long as the other, whichever it is', () => {
    expect(distinguishablePlaces(times(9, { place: 'a', theirs: 40, missing: 3 }))).to.deep.equal(['all places']);
    expect(distinguishablePlaces(times(100, { place: 'a', theirs: 3, missing: 40 }))).to.deep.equal([
      'all places',
      'a',
    ]);
  });

  it('reveals a difference in one place among many', () => {
    const slow = times(10, { place: 'b', theirs: 40, missing: 3 });
    expect(distinguishablePlaces([...usual, ...slow])).to.deep.equal(['b']);
    expect(distinguishablePlaces([...usual, ...slow.slice(1)])).to.deep.equal([]);
  });
});
