import { agreeingBounds, boundsOf, isSkewed, medianBounds, skewOf, type TimeReading } from '@portcullis/domain/ports';
import { expect } from 'chai';

const time = Date.parse('2026-05-01T00:00:00.000Z');

/** A reading that was sent at 1000 ms of the monotonic clock, and answered so many milliseconds later. */
const reading = (roundTripMs: number, said = time): TimeReading => ({
  time: said,
  sentAt: 1000,
  receivedAt: 1000 + roundTripMs,
});

describe('the difference of two clocks', () => {
  it('allows for the second to which a Date is cut, and for the round trip', () => {
    const bounds = boundsOf(reading(300));
    // Our clock less the monotonic clock, when ours says the same second as the other one.
    for (const ours of [time, time + 999]) expect(skewOf(ours - 1000, bounds)).to.equal(0);
    for (const ours of [time + 300, time + 1300]) expect(skewOf(ours - 1300, bounds)).to.equal(0);
    expect(skewOf(time + 1001 - 1000, bounds)).to.equal(1);
    expect(skewOf(time - 1 - 1300, bounds)).to.equal(-1);
  });

  it('is too much beyond a minute, ahead or behind, and not at a minute', () => {
    const bounds = boundsOf(reading(0));
    for (const [ahead, skewed] of [
      [61_000, false],
      [61_001, true],
      [-60_000, false],
      [-60_001, true],
      [400 * 86_400_000, true],
    ] as const) {
      expect(isSkewed(time + ahead - 1000, bounds), `${ahead}`).to.equal(skewed);
    }
  });

  it('is not proven by an answer that took minutes', () => {
    expect(isSkewed(time + 200_000 - 1000, boundsOf(reading(0)))).to.equal(true);
    expect(skewOf(time - 1000 - 150_000, boundsOf(reading(150_000)))).to.equal(0);
  });

  it('is that of the median of some readings, so that a single wrong one says nothing', () => {
    const wrong = boundsOf(reading(0, time + 86_400_000));
    const right = boundsOf(reading(0));
    expect(medianBounds([right, wrong, right])).to.deep.equal(right);
    expect(medianBounds([wrong, right, wrong])).to.deep.equal(wrong);
    expect(medianBounds([wrong, right])).to.deep.equal({ low: right.low, high: wrong.high });
    expect(medianBounds([])).to.equal(null);
  });

  it('is confirmed by readings that agree to a minute', () => {
    const at = (seconds: number) => boundsOf(reading(0, time + seconds * 1000));
    const one = at(0);
    const near = at(61);
    const far = at(123);
    expect(agreeingBounds([one])).to.deep.equal([]);
    expect(agreeingBounds([one, far])).to.deep.equal([]);
    expect(agreeingBounds([far, one, near])).to.deep.equal([one, near]);
    expect(agreeingBounds([far, one, at(0)])).to.deep.equal([one, one]);
  });
});
