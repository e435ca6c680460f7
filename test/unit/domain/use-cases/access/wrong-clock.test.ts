import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { E, unavailable, withIdempotencyKey } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { storesInMemory } from '../../../../support/records/memory-records.ts';

const asked = { owner: ['acme'], key: 'k', request: '0'.repeat(64) };
const answer = { status: 201, headers: {}, body: '{}' };
const keep = { answer, profileId: null };
const yearAndMore = 400 * 86_400_000;

describe('a request with an idempotency key while the clock is not trusted', () => {
  const opened = () => {
    const held = { trusted: true };
    const clock = { ...fakeClock(), isTrusted: () => held.trusted };
    const beat = { renew: (): void => undefined };
    const every = (_: number, work: () => void) => {
      beat.renew = work;
      return { stop: () => undefined };
    };
    const once = withIdempotencyKey({
      keys: storesInMemory().idempotencyKeys,
      ids: sequentialIds(),
      clock,
      every,
    });
    const step = (by: number): void => {
      clock.advance(by);
      held.trusted = !held.trusted;
    };
    return { beat, once, step };
  };

  it('is refused, and the answer of the first request is kept', async () => {
    const { once, step } = opened();
    await once(asked, async () => ({ value: 1, keep }));
    step(yearAndMore);
    let ran = false;
    const again = await once(asked, async () => {
      ran = true;
      return { value: 2, keep };
    });
    const refused = withOutageCause(unavailable('clock', 'the clock is not believed'), 'clock_skew');
    expect([again, ran]).to.deep.equal([E.left(refused), false]);
    step(-yearAndMore);
    expect(await once(asked, async () => ({ value: 3, keep }))).to.deep.equal(
      E.right({ state: 'completed', answer, profileId: null }),
    );
  });

  for (const by of [yearAndMore, -yearAndMore]) {
    it(`neither keeps its key for longer nor gives it away, ${by < 0 ? 'behind' : 'ahead'}`, async () => {
      const { beat, once, step } = opened();
      const during: unknown[] = [];
      const ran = await once(asked, async () => {
        step(by);
        beat.renew();
        step(-by);
        during.push(await once(asked, async () => ({ value: 2, keep })));
        step(by);
        return { value: 1, keep: null };
      });
      step(-by);
      expect([ran, during]).to.deep.equal([E.right({ state: 'ran', value: 1 }), [E.right({ state: 'in_progress' })]]);
      expect(await once(asked, async () => ({ value: 3, keep }))).to.deep.equal(E.right({ state: 'ran', value: 3 }));
    });
  }
});
