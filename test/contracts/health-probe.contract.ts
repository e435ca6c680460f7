import type { HealthProbe } from '@portcullis/backoffice/ports';
import { expect } from 'chai';
import { mustSucceed } from '../support/run.ts';

/** Tests the guarantees of every HealthProbe while its database is up. */
export const healthProbeContract = (name: string, open: () => Promise<HealthProbe>): void => {
  describe(`HealthProbe contract: ${name}`, () => {
    it('answers how long the database took, in milliseconds', async () => {
      const probe = await open();
      const begun = performance.now();
      const answer = await mustSucceed(probe.database());
      expect(Object.keys(answer)).to.deep.equal(['latencyMs']);
      expect(answer.latencyMs)
        .to.be.at.least(0)
        .and.at.most(performance.now() - begun);
    });

    it('measures each time it is run', async () => {
      const task = (await open()).database();
      const answers = [await mustSucceed(task), await mustSucceed(task)];
      for (const { latencyMs } of answers) expect(latencyMs).to.be.within(0, 10_000);
    });

    it('serves twenty concurrent callers', async () => {
      const probe = await open();
      const all = await Promise.all(Array.from({ length: 20 }, () => mustSucceed(probe.database())));
      expect(all).to.have.length(20);
    });

    it('answers a task that can be run again', async () => {
      const probe = await open();
      expect(await probe.database()()).to.have.property('_tag', 'Right');
    });

    it('is not affected by a task that nobody runs', async () => {
      const probe = await open();
      probe.database();
      expect(await mustSucceed(probe.database())).to.have.property('latencyMs');
    });
  });
};
