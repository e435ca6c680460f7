import { expect } from 'chai';
import { actionOfKey, keyActions, neighbourOf, type Pressed } from '#console/model/keys';

const pressed = (key: string, given: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  isInField: false,
  ...given,
});

const free = { isDialogOpen: false, areShortcutsOn: true };

describe('the keys of the console', () => {
  it('do what the help says', () => {
    const actions = keyActions.map(({ key }) => [key, actionOfKey(pressed(key), free)]);
    expect(actions).to.deep.equal([
      ['j', 'next'],
      ['k', 'previous'],
      ['c', 'claim'],
      ['a', 'approve'],
      ['d', 'decline'],
      ['r', 'request_input'],
      ['z', 'zoom'],
      ['?', 'help'],
    ]);
    expect(actionOfKey(pressed('x'), free)).to.equal(null);
    expect(actionOfKey(pressed('A'), free)).to.equal(null);
  });

  it('do nothing in a field, with a key of the browser, held down, or while a letter is composed', () => {
    for (const given of ['isInField', 'ctrlKey', 'metaKey', 'altKey', 'repeat', 'isComposing'])
      expect(actionOfKey(pressed('a', { [given]: true }), free), given).to.equal(null);
  });

  it('do nothing while a dialog is open, and where they are switched off', () => {
    expect(actionOfKey(pressed('a'), { ...free, isDialogOpen: true })).to.equal(null);
    expect(actionOfKey(pressed('a'), { ...free, areShortcutsOn: false })).to.equal(null);
  });

  it('lead to the neighbour in the queue, and end at its ends', () => {
    const ids = ['a', 'b', 'c'];
    expect([neighbourOf(ids, 'a', 1), neighbourOf(ids, 'c', -1)]).to.deep.equal(['b', 'b']);
    expect([neighbourOf(ids, 'c', 1), neighbourOf(ids, 'a', -1), neighbourOf([], 'a', 1)]).to.deep.equal([
      null,
      null,
      null,
    ]);
    expect([neighbourOf(ids, 'gone', 1), neighbourOf(ids, null, -1)]).to.deep.equal(['a', 'a']);
  });
});
