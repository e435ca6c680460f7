import { requestsInFlight } from '@portcullis/http';
import { expect } from 'chai';
import { outlivingShare } from '../../support/minor-collections.ts';

describe('the list of the requests in flight', () => {
  it('answers each request once although its answer ends it', () => {
    const { add, answerAll } = requestsInFlight();
    const answered: number[] = [];
    const ends = [1, 2, 3].map((name) =>
      add(() => {
        answered.push(name);
        ends[name - 1]?.();
      }),
    );
    answerAll();
    answerAll();
    expect(answered).to.have.members([1, 2, 3]);
  });

  it('lets go of a request that is over, so that little of it outlives a minor collection', async () => {
    expect(await outlivingShare('@portcullis/http', 'requestsInFlight')).to.be.below(0.2);
  });
});
