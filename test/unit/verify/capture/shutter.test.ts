import { expect } from 'chai';
import type { Hint } from '#verify/capture/guidance';
import { openShutter, type Shutter, watch } from '#verify/capture/shutter';

/** Shows a picture every 200 ms from the start, and answers when the photo is taken, and every change of the hint. */
const play = (hints: readonly Hint[]) => {
  let shutter: Shutter = openShutter(0);
  const shown: (readonly [number, Hint | null])[] = [];
  for (const [at, hint] of hints.entries()) {
    const now = (at + 1) * 200;
    const before = shutter.shown;
    const watched = watch(shutter, hint, now);
    shutter = watched.shutter;
    if (shutter.shown !== before) shown.push([now, shutter.shown]);
    if (watched.isReleased) return { releasedAt: now, shown };
  }
  return { releasedAt: null, shown };
};

const times = (count: number, hint: Hint): readonly Hint[] => Array.from({ length: count }, () => hint);

describe('the shutter', () => {
  it('takes the photo after a second of good pictures, and not before the camera has been open for two', () => {
    expect(play(times(20, 'good')).releasedAt).to.equal(2000);
    expect(play([...times(20, 'far'), ...times(20, 'good')]).releasedAt).to.equal(5200);
  });

  it('takes no photo of a picture that is not good, and begins anew after each', () => {
    expect(play(times(100, 'blurry')).releasedAt).to.equal(null);
    const shaking = Array.from({ length: 25 }, () => [...times(4, 'good'), 'blurry' as const]).flat();
    expect(play(shaking).releasedAt).to.equal(null);
  });

  it('changes what it says every two seconds at most', () => {
    const flickering = Array.from({ length: 30 }, (_, i): Hint => (i % 2 === 0 ? 'dark' : 'far'));
    const changes = play(flickering).shown.map(([now]) => now);
    const pauses = changes.slice(1).map((now, i) => now - (changes[i] ?? 0));
    expect(changes.length).to.be.at.least(3);
    expect(Math.min(...pauses)).to.be.at.least(2000);
  });
});
