import { E, TE } from '@portcullis/domain';
import { expect } from 'chai';
import { webhookRounds } from '#app/jobs/webhook-rounds';
import { fakeClock } from '../../../support/clock/fake-clock.ts';

describe('the rounds of webhooks', () => {
  it('remove what is old every ten minutes, and go on soon while there is more of it', async () => {
    const clock = fakeClock();
    const removed = [500, 501, 12];
    const prunedAt: number[] = [];
    const round = webhookRounds({
      delivery: { round: async () => E.right(undefined) },
      deliveries: {
        counts: () => TE.right({ waiting: 0, dead: 0 }),
        prune: () => {
          prunedAt.push(clock.monotonic() / 1000);
          return TE.right(removed.shift() ?? 0);
        },
      },
      clock,
      onCounted: () => undefined,
      onFailure: () => expect.fail('failed'),
    });
    for (let second = 0; second < 700; second += 1) {
      await round();
      clock.advance(1000);
    }
    expect(prunedAt).to.deep.equal([0, 5, 10, 610]);
  });
});
