import { E, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { waitForAnswer } from '@portcullis/record-store/driver';
import { expect } from 'chai';

const failure = unavailable('database', 'it does not listen');

/** A database that answers after so many failures. */
const answeringAfter = (failures: number): TaskEither<Unavailable, void> => {
  let asked = 0;
  return async () => {
    asked += 1;
    return asked > failures ? E.right(undefined) : E.left(failure);
  };
};

const recordedDelays = () => {
  const delays: number[] = [];
  return { delays, sleep: async (milliseconds: number): Promise<void> => void delays.push(milliseconds) };
};

describe('waiting for a database to answer', () => {
  it('takes delays that double up to a second', async () => {
    const { delays, sleep } = recordedDelays();
    expect(await waitForAnswer(answeringAfter(7), { sleep })()).to.deep.equal(E.right(undefined));
    expect(delays).to.deep.equal([50, 100, 200, 400, 800, 1000, 1000]);
  });

  it('answers the last failure before a delay that would end too late', async () => {
    const { delays, sleep } = recordedDelays();
    expect(await waitForAnswer(answeringAfter(100), { sleep, waitMs: 2000 })()).to.deep.equal(E.left(failure));
    expect(delays).to.deep.equal([50, 100, 200, 400, 800]);
  });

  it('ends within a delay when it is aborted', async () => {
    const controller = new AbortController();
    let asked = 0;
    const ask: TaskEither<Unavailable, void> = async () => {
      asked += 1;
      if (asked === 2) setImmediate(() => controller.abort());
      return E.left(failure);
    };
    expect(await waitForAnswer(ask, { signal: controller.signal })()).to.deep.equal(E.left(failure));
    expect(asked).to.equal(2);
  });

  it('does not begin a delay when it was aborted before', async () => {
    const answer = await waitForAnswer(answeringAfter(1), { signal: AbortSignal.abort() })();
    expect(answer).to.deep.equal(E.left(failure));
  });
});
