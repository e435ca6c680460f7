import assert from 'node:assert/strict';
import type { Clock } from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import type { Runner } from './shared/runner.ts';

const ascending = (times: readonly number[]): readonly number[] => [...times].sort((a, b) => a - b);

/** Tests the guarantees of every Clock. */
export const clockContract = ({ describe, it }: Runner, name: string, open: () => Clock): void => {
  describe(`Clock contract: ${name}`, () => {
    it('answers whole milliseconds', () => {
      assert.ok(Number.isSafeInteger(open().now()));
    });

    it('answers a time of this century, neither in seconds nor in microseconds', () => {
      const now = open().now();
      assert.ok(now >= Date.parse('2020-01-01') && now <= Date.parse('2200-01-01'), String(now));
    });

    it('answers a time that has an ISO form with milliseconds', () => {
      assert.match(new Date(open().now()).toISOString(), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    it('does not run backwards', () => {
      const clock = open();
      const times = Array.from({ length: 1000 }, () => clock.now());
      assert.deepEqual(times, ascending(times));
    });

    it('lets milliseconds pass that never go back', () => {
      const clock = open();
      const times = Array.from({ length: 1000 }, () => monotonicNow(clock));
      assert.deepEqual(times, ascending(times));
    });

    it('is the same clock however often it is requested', () => {
      const clock = open();
      const { now } = clock;
      const difference = now() - clock.now();
      assert.ok(difference >= -1000 && difference <= 0, String(difference));
    });
  });
};
