import { expect } from 'chai';
import { relayPause } from '#app/jobs/relay-rounds';

describe('the pause of the relay', () => {
  it('is a second while it finds nothing, and after a round that has failed', () => {
    expect(relayPause(0, 3)).to.deep.equal({ gapMs: 50, dueMs: 1000 });
    expect(relayPause(null, 0)).to.deep.equal({ gapMs: 50, dueMs: 1000 });
  });

  it('is a quarter of a second while other instances write, which wake nobody here', () => {
    expect(relayPause(1, 4)).to.deep.equal({ gapMs: 50, dueMs: 250 });
  });

  it('is three times as long as the round, so that requests have their turn, and less than a third of a second', () => {
    expect(relayPause(2, 20)).to.deep.equal({ gapMs: 60, dueMs: 250 });
    expect(relayPause(10, 90)).to.deep.equal({ gapMs: 270, dueMs: 270 });
    expect(relayPause(40, 900)).to.deep.equal({ gapMs: 300, dueMs: 300 });
  });

  it('is longer the more entries have come, so that those of a load share the statements of a round', () => {
    expect(relayPause(4, 10)).to.deep.equal({ gapMs: 100, dueMs: 250 });
    expect(relayPause(11, 10)).to.deep.equal({ gapMs: 275, dueMs: 275 });
    expect(relayPause(100, 10)).to.deep.equal({ gapMs: 300, dueMs: 300 });
  });

  it('is nine times as long where many entries wait, and a second at most', () => {
    expect(relayPause(299, 100)).to.deep.equal({ gapMs: 300, dueMs: 300 });
    expect(relayPause(300, 60)).to.deep.equal({ gapMs: 540, dueMs: 540 });
    expect(relayPause(3000, 200)).to.deep.equal({ gapMs: 1000, dueMs: 1000 });
  });
});
