import { expect } from 'chai';
import { createOperationKeys } from '#console/service/operation-keys';

const decision = '/api/reviews/p7f2k9x0m4c8v1b/decision {"note":"The faces differ."}';

describe('the keys of operations of the console', () => {
  const begin = () => {
    let count = 0;
    const unanswered = new Map<string, string>();
    const keys = createOperationKeys(() => {
      count += 1;
      return `key ${count}`;
    }, unanswered);
    return { keys, unanswered, keyOf: async (operation: string) => (await keys.of(operation)).key };
  };

  it('are the same for what is sent again, until it is answered or forgotten', async () => {
    const { keyOf, keys } = begin();
    const first = await keys.of(decision);
    expect([first.key, await keyOf(decision), await keyOf(`${decision} `)]).to.deep.equal(['key 1', 'key 1', 'key 2']);
    first.answered();
    expect([await keyOf(decision), await keyOf(`${decision} `)]).to.deep.equal(['key 3', 'key 2']);
    keys.forget();
    expect(await keyOf(decision)).to.equal('key 4');
  });

  it('are kept without what was sent', async () => {
    const { keyOf, unanswered } = begin();
    await keyOf(decision);
    expect(unanswered.size).to.equal(1);
    expect(JSON.stringify([...unanswered])).to.not.match(/faces|note|p7f2k9x0m4c8v1b/);
  });
});
