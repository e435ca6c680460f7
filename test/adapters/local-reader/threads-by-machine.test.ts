import { expect } from 'chai';
import { threadsByMachine } from '#adapters/local-reader/worker/work-queue';

const gib = 2 ** 30;
/** What Node reports where nothing limits the memory. */
const unlimited = 2 ** 64;

describe('the number of threads that read documents', () => {
  it('is one for two processors, at least one and at most four', () => {
    const threads = [1, 2, 3, 4, 8, 64].map((processors) => threadsByMachine(processors, unlimited));
    expect(threads).to.deep.equal([1, 1, 1, 2, 4, 4]);
  });

  it('is one for each GiB that a container may use, and at least one', () => {
    const threads = [0.5 * gib, gib, 2.5 * gib, 8 * gib].map((limit) => threadsByMachine(64, limit));
    expect(threads).to.deep.equal([1, 1, 2, 4]);
  });

  it('follows the processors alone where no limit is known', () => {
    expect(threadsByMachine(64, 0)).to.equal(4);
  });
});
