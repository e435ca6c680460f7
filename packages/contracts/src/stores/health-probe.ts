import assert from 'node:assert/strict';
import type { HealthProbe } from '@portcullis/backoffice/ports';
import { E } from '@portcullis/domain';
import { assertWithin, type Runner, resultOf } from '../shared/runner.ts';

/** Tests the guarantees of every HealthProbe while its database is up. */
export const healthProbeContract = ({ describe, it }: Runner, name: string, open: () => Promise<HealthProbe>): void => {
  describe(`HealthProbe contract: ${name}`, () => {
    it('answers how long the database took, in milliseconds', async () => {
      const probe = await open();
      const begun = performance.now();
      const answer = await resultOf(probe.database());
      assert.deepEqual(Object.keys(answer), ['latencyMs']);
      assertWithin(answer.latencyMs, 0, performance.now() - begun);
    });

    it('measures each time it is run', async () => {
      const task = (await open()).database();
      const answers = [await resultOf(task), await resultOf(task)];
      for (const { latencyMs } of answers) assertWithin(latencyMs, 0, 10_000);
    });

    it('serves twenty concurrent callers', async () => {
      const probe = await open();
      const all = await Promise.all(Array.from({ length: 20 }, () => resultOf(probe.database())));
      assert.equal(all.length, 20);
    });

    it('answers a task that can be run again', async () => {
      const probe = await open();
      assert.ok(E.isRight(await probe.database()()));
    });

    it('is not affected by a task that nobody runs', async () => {
      const probe = await open();
      probe.database();
      assert.ok('latencyMs' in (await resultOf(probe.database())));
    });
  });
};
