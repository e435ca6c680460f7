import { newBag } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { outlivingShare } from '../../../../support/minor-collections.ts';

describe('newBag', () => {
  it('has what was added and not removed, in whatever order others are removed', () => {
    const { add, items } = newBag<string>();
    const removals = ['first', 'second', 'third', 'fourth'].map(add);
    removals[1]?.();
    removals[3]?.();
    expect(items()).to.have.members(['first', 'third']);
    removals[0]?.();
    expect(items()).to.deep.equal(['third']);
  });

  it('removes nothing else when an item is removed again', () => {
    const { add, items } = newBag<string>();
    const remove = add('one');
    add('other');
    remove();
    remove();
    add('third');
    remove();
    expect(items()).to.have.members(['other', 'third']);
  });

  it('has an item as often as it was added', () => {
    const { add, items } = newBag<string>();
    const remove = add('same');
    add('same');
    remove();
    expect(items()).to.deep.equal(['same']);
  });

  it('keeps little of what was removed over a minor collection', async () => {
    expect(await outlivingShare('@portcullis/domain/kernel', 'newBag')).to.be.below(0.2);
  });
});
