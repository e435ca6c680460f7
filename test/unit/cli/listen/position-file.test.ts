import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { waitUntil } from '../../../support/clock/until.ts';
import { anEvent, cursorBehind } from '../events/fake-feed.ts';
import { eventId, stopWhenReady, useFeedSetup } from '../events/feed-setup.ts';

describe('the position of portcullis listen', function () {
  this.timeout(20_000);
  const setup = useFeedSetup();

  it('begins with now at the first time, and later where it was ended, also in the midst of a page', async () => {
    const { cursorFile, feed, listen, received, receiver } = setup();
    feed.add(anEvent(1), anEvent(2), anEvent(3));
    const first = listen([], { onLine: (line, stop) => line.includes('10:04') && stop() });
    await waitUntil(() => feed.waiting() > 0);
    feed.add(anEvent(4), anEvent(5), anEvent(6));
    expect(await first.code).to.equal(0);
    expect(receiver.ids()).to.deep.equal([eventId(4)]);
    expect(statSync(cursorFile).mode & 0o777).to.equal(0o600);
    const second = listen();
    await received(3);
    second.stop();
    expect(await second.code).to.equal(0);
    expect(receiver.ids()).to.deep.equal([eventId(4), eventId(5), eventId(6)]);
  });

  it('loses nothing of what happens before its first event, and begins where --since says', async () => {
    const { feed, listen, received, receiver } = setup();
    feed.add(anEvent(1), anEvent(2), anEvent(3));
    const idle = listen([], { onLine: stopWhenReady });
    expect(await idle.code).to.equal(0);
    feed.add(anEvent(4));
    const next = listen();
    await received(1);
    next.stop();
    await next.code;
    const all = listen(['--since', 'oldest']);
    await received(5);
    all.stop();
    await all.code;
    const behind = listen(['--since', cursorBehind(2)]);
    await received(7);
    behind.stop();
    await behind.code;
    const sinceNow = listen(['--since', 'now']);
    await waitUntil(() => feed.waiting() > 0);
    feed.add(anEvent(5));
    await received(8);
    sinceNow.stop();
    await sinceNow.code;
    expect(receiver.ids()).to.deep.equal([4, 1, 2, 3, 4, 3, 4, 5].map(eventId));
  });

  it('keeps the positions of several clients in one file, and refuses a file of another kind', async () => {
    const { cursorFile, env, feed, listen, received, receiver } = setup();
    feed.add(anEvent(1), anEvent(2));
    const asOther = { env: { ...env, PORTCULLIS_CLIENT_ID: 'globex' } };
    for (const surroundings of [{}, asOther]) {
      const run = listen(['--since', 'oldest'], surroundings);
      await received(surroundings === asOther ? 4 : 2);
      await waitUntil(() => feed.waiting() > 0);
      run.stop();
      await run.code;
    }
    feed.add(anEvent(3));
    const again = listen();
    await received(5);
    again.stop();
    await again.code;
    expect(receiver.ids()).to.deep.equal([1, 2, 1, 2, 3].map(eventId));
    writeFileSync(cursorFile, '{"positions": [{}]}');
    const run = listen();
    expect(await run.code).to.equal(1);
    expect(run.errors).to.deep.equal([
      `${cursorFile} is no cursor file of portcullis listen. Remove it, or name another one with --cursor-file.`,
    ]);
    expect(readFileSync(cursorFile, 'utf8')).to.equal('{"positions": [{}]}');
  });

  it('refuses a cursor file that another one uses', async () => {
    const { feed, listen } = setup();
    const first = listen();
    await waitUntil(() => feed.waiting() > 0);
    const second = listen();
    expect(await second.code).to.equal(1);
    expect(second.errors[0]).to.match(/^Process \d+ uses the cursor file /);
    first.stop();
    await first.code;
    const third = listen([], { onLine: stopWhenReady });
    expect(await third.code).to.equal(0);
  });
});
