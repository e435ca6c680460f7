import type { Clock } from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import { expect } from 'chai';

/** Tests the guarantees of every Clock. */
export const clockContract = (name: string, open: () => Clock): void => {
  describe(`Clock contract: ${name}`, () => {
    it('answers whole milliseconds', () => {
      expect(Number.isSafeInteger(open().now())).to.equal(true);
    });

    it('answers a time of this century, neither in seconds nor in microseconds', () => {
      expect(open().now()).to.be.within(Date.parse('2020-01-01'), Date.parse('2200-01-01'));
    });

    it('answers a time that has an ISO form with milliseconds', () => {
      expect(new Date(open().now()).toISOString()).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    it('does not run backwards', () => {
      const clock = open();
      const times = Array.from({ length: 1000 }, () => clock.now());
      expect(times).to.deep.equal([...times].sort((a, b) => a - b));
    });

    it('lets milliseconds pass that never go back', () => {
      const clock = open();
      const times = Array.from({ length: 1000 }, () => monotonicNow(clock));
      expect(times).to.deep.equal([...times].sort((a, b) => a - b));
    });

    it('is the same clock however often it is requested', () => {
      const clock = open();
      const { now } = clock;
      expect(now() - clock.now()).to.be.within(-1000, 0);
    });
  });
};
