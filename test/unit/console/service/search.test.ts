import { expect } from 'chai';
import { createConsoleClient } from '#console/service/console-client';

describe('the search of the console', () => {
  /** A service that answers one after the other, and what it was sent. */
  const begin = (...answers: readonly object[]) => {
    const sent: unknown[] = [];
    const fetch = async (_url: string, { body }: RequestInit): Promise<Response> => {
      sent.push(JSON.parse(String(body)));
      return Response.json(answers[Math.min(sent.length, answers.length) - 1]);
    };
    const { search } = createConsoleClient(fetch, () => 'key');
    return { search, sent };
  };

  it('goes on where nobody is found yet, and ends with the answers', async () => {
    const review = { profile_id: 'p7f2k9x0m4c8v1b' };
    const { search, sent } = begin(
      { data: [], looked: 200, damaged: 1, next_cursor: 'first' },
      { data: [review], looked: 7, damaged: 2, next_cursor: null },
    );
    expect(await search({ name: 'Kim' }, null)).to.deep.equal({
      data: [review],
      looked: 207,
      damaged: 3,
      next_cursor: null,
    });
    expect(sent).to.deep.equal([{ name: 'Kim' }, { name: 'Kim', cursor: 'first' }]);
  });

  it('waits for five answers, then says where to go on', async () => {
    const { search, sent } = begin({ data: [], looked: 200, next_cursor: 'further' });
    expect(await search({ name: 'Kim' }, 'begun')).to.deep.equal({
      data: [],
      looked: 1000,
      damaged: 0,
      next_cursor: 'further',
    });
    expect([sent.length, sent[0]]).to.deep.equal([5, { name: 'Kim', cursor: 'begun' }]);
  });

  it('has what is found by another term in one answer, which says of no other', async () => {
    const { search, sent } = begin({ data: [] });
    expect(await search({ reference: 'customer-1' }, null)).to.deep.equal({
      data: [],
      looked: 0,
      damaged: 0,
      next_cursor: null,
    });
    expect(sent).to.deep.equal([{ reference: 'customer-1' }]);
  });
});
