import { expect } from 'chai';
import { type Took, tellingPlaces } from './timing.ts';

const times = (count: number, took: Took): readonly Took[] => Array.from({ length: count }, () => took);

describe('the timing of responses to other tenants', () => {
  const usual = times(100, { place: 'a', theirs: 3.1, missing: 3 });

  it('reveals nothing when both are alike, when a few are late, and when all are a little later', () => {
    expect(tellingPlaces([])).to.deep.equal([]);
    expect(tellingPlaces(usual)).to.deep.equal([]);
    expect(tellingPlaces([...usual, ...times(40, { place: 'a', theirs: 900, missing: 3 })])).to.deep.equal([]);
    expect(tellingPlaces(times(100, { place: 'a', theirs: 25, missing: 3 }))).to.deep.equal([]);
    expect(tellingPlaces(times(100, { place: 'a', theirs: 4, missing: 0.1 }))).to.deep.equal([]);
  });

  it('reveals a difference when one takes ten times as long as the other, whichever it is', () => {
    expect(tellingPlaces(times(9, { place: 'a', theirs: 40, missing: 3 }))).to.deep.equal(['all places']);
    expect(tellingPlaces(times(100, { place: 'a', theirs: 3, missing: 40 }))).to.deep.equal(['all places', 'a']);
  });

  it('reveals a difference in one place among many', () => {
    const slow = times(10, { place: 'b', theirs: 40, missing: 3 });
    expect(tellingPlaces([...usual, ...slow])).to.deep.equal(['b']);
    expect(tellingPlaces([...usual, ...slow.slice(1)])).to.deep.equal([]);
  });
});
