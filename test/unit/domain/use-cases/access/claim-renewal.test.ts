import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { E, withIdempotencyKey } from '@portcullis/domain';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { storesInMemory } from '../../../../support/records/memory-records.ts';

/** Runs work periodically as the time is advanced. */
const manualTimer = () => {
  const clock = fakeClock();
  let beating: { readonly each: number; readonly work: () => void; last: number } | null = null;
  return {
    clock,
    every: (each: number, work: () => void) => {
      beating = { each, work, last: clock.now() };
      const stop = () => {
        beating = null;
      };
      return { stop };
    },
    beats: () => beating !== null,
    /** Advances the time by this many milliseconds, one by one. */
    pass: (milliseconds: number) => {
      for (let ms = 0; ms < milliseconds; ms += 1) {
        clock.advance(1);
        if (beating && clock.now() - beating.last >= beating.each) {
          beating.last = clock.now();
          beating.work();
        }
      }
    },
  };
};

const asked = { owner: ['acme'], key: 'k', request: '0'.repeat(64) };
const answer = { status: 200, headers: {}, body: '{}' };

describe('a request with an idempotency key that takes long', () => {
  const opened = () => {
    const heart = manualTimer();
    const keys = storesInMemory().idempotencyKeys;
    return { heart, once: withIdempotencyKey({ keys, ids: sequentialIds(), ...heart }) };
  };

  it('keeps its key while it runs, and does not renew it afterwards', async () => {
    const { heart, once } = opened();
    let finish: () => void = () => undefined;
    const running = once(asked, async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { value: 1, keep: { answer, profileId: null } };
    });
    await new Promise((resolve) => setImmediate(resolve));
    for (let time = 0; time < 10; time += 1) {
      heart.pass(9_000);
      expect(await once(asked, async () => ({ value: 2, keep: null }))).to.deep.equal(
        E.right({ state: 'in_progress' }),
      );
    }
    finish();
    expect(await running).to.deep.equal(E.right({ state: 'ran', value: 1 }));
    expect(heart.beats()).to.equal(false);
    expect(await once(asked, async () => ({ value: 2, keep: null }))).to.deep.equal(
      E.right({ state: 'completed', answer, profileId: null }),
    );
  });

  it('releases its key after its last renewal has arrived', async () => {
    const heart = manualTimer();
    const { idempotencyKeys } = storesInMemory();
    let arrive: () => void = () => undefined;
    const renew: typeof idempotencyKeys.renew = (claim, until) => async () => {
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return idempotencyKeys.renew(claim, until)();
    };
    const keys = { ...idempotencyKeys, renew };
    const once = withIdempotencyKey({ keys, ids: sequentialIds(), ...heart });
    const running = once(asked, async () => {
      heart.pass(3_000);
      return { value: 1, keep: null };
    });
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    arrive();
    expect(await running).to.deep.equal(E.right({ state: 'ran', value: 1 }));
    expect(await once(asked, async () => ({ value: 2, keep: null }))).to.deep.equal(
      E.right({ state: 'ran', value: 2 }),
    );
  });

  it('loses its key when its process hangs, and then does not answer itself', async () => {
    const { heart, once } = opened();
    let finish: () => void = () => undefined;
    const operations: string[] = [];
    const hanging = once(asked, async ({ id }) => {
      operations.push(id);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { value: 1, keep: { answer: { ...answer, body: '"late"' }, profileId: null } };
    });
    await new Promise((resolve) => setImmediate(resolve));
    heart.clock.advance(10_000);
    const second = await once(asked, async ({ isRetry, id }) => {
      operations.push(id);
      expect(isRetry).to.equal(true);
      return { value: 2, keep: { answer, profileId: null } };
    });
    finish();
    expect(second).to.deep.equal(E.right({ state: 'ran', value: 2 }));
    expect(await hanging).to.deep.equal(E.right({ state: 'in_progress' }));
    expect(operations[0]).to.equal(operations[1]);
    expect(await once(asked, async () => ({ value: 3, keep: null }))).to.deep.equal(
      E.right({ state: 'completed', answer, profileId: null }),
    );
  });
});
