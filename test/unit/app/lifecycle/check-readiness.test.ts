import { E, TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { checkReadiness } from '#app/lifecycle/check-readiness';

describe('the waiting of a start', () => {
  it('takes what is left of one time for everything that is waited for, and logs each', async () => {
    let now = 1000;
    const waits: unknown[] = [];
    const logged: unknown[] = [];
    const outages = {
      keys: [unavailable('database', 'no answer', 'timeout')],
      files: [unavailable('files', 'no answer', 'timeout')],
    };
    const next = (of: keyof typeof outages) => {
      now += 20_000;
      const outage = outages[of].pop();
      return outage === undefined ? E.right([]) : E.left(outage);
    };
    const outcome = await checkReadiness(
      {
        records: {
          schema: {
            wait: () => TE.right(undefined),
            check: (wait) => {
              waits.push(wait?.waitMs);
              return TE.right([]);
            },
          },
          keys: { check: async () => next('keys'), prepare: async () => E.right(undefined) },
          objects: { check: async () => next('files') },
          installation: { look: TE.right({ installation: '1'.repeat(64), writes: 1 }) },
        },
        clockWatch: { compare: async () => undefined },
        checkPolicies: async () => E.right({ isAnyComplete: true, incomplete: [] }),
        seconds: 100,
        logger: { warn: (event, fields) => void logged.push([event, fields?.['seconds']]) },
        monotonic: () => now,
      },
      new AbortController().signal,
    );
    expect([outcome, waits, logged]).to.deep.equal([
      E.right(undefined),
      [100_000, 80_000],
      [
        ['waiting_for_database', 80],
        ['waiting_for_object_store', 40],
      ],
    ]);
  });
});
