import { expect } from 'chai';
import { guardBack } from '#verify/flow/back-guard';

describe('the back button of the page', () => {
  const guarded = (hasScreenBefore: boolean) => {
    const done: string[] = [];
    const later: (() => void)[] = [];
    const note = (what: string) => () => void done.push(what);
    const wait = (_: number, then: () => void) => void later.push(then);
    const left = guardBack({
      push: note('push'),
      leave: note('leave'),
      wait,
      staysHere: () => hasScreenBefore,
      goBack: note('go back'),
    });
    return { done, later, left };
  };

  it('leads to the screen before, again and again', () => {
    const { done, left } = guarded(true);
    left();
    left();
    expect(done).to.deep.equal(['push', 'push', 'go back', 'push', 'go back']);
  });

  it('leaves the page where there is none, and is guarded again where the page is still there', () => {
    const { done, later, left } = guarded(false);
    left();
    expect(done).to.deep.equal(['push', 'leave']);
    for (const then of later) then();
    expect(done).to.deep.equal(['push', 'leave', 'push']);
  });
});
