import { expect } from 'chai';
import { createListenCommand } from '#cli/listen/listen-command';
import { waitUntil } from '../../../support/clock/until.ts';
import { freePort } from '../../../support/servers/free-port.ts';
import { unusedAddress } from '../../../support/servers/service-program.ts';
import { anEvent } from '../events/fake-feed.ts';
import { eventId, eventLines, useFeedSetup } from '../events/feed-setup.ts';

describe('the deliveries of portcullis listen', function () {
  this.timeout(20_000);
  const setup = useFeedSetup();

  it('prints the failures of a receiver and goes on', async () => {
    const { feed, listen, receiver } = setup();
    const statuses = [500, 302, 200];
    receiver.status = () => statuses.shift() ?? 200;
    const { code, lines, stop } = listen(['--since', 'oldest']);
    feed.add(anEvent(1), anEvent(2), anEvent(3));
    await waitUntil(() => eventLines(lines).length === 3);
    stop();
    expect(await code).to.equal(0);
    expect(receiver.ids()).to.deep.equal([1, 2, 3].map(eventId));
    expect(eventLines(lines).map((line) => line.replace(/^.* {2}(\d+) in .*$/, '$1'))).to.deep.equal([
      '500',
      '302',
      '200',
    ]);
  });

  it('says of a receiver that is down what is wrong', async () => {
    const { cursorFile, feed, start } = setup();
    feed.add(anEvent(1), anEvent(2));
    const outcomes: (readonly string[])[] = [];
    for (const url of [`http://127.0.0.1:${await freePort()}`, unusedAddress]) {
      const { lines } = start(createListenCommand, [
        '--forward-to',
        url,
        '--cursor-file',
        `${cursorFile}.${outcomes.length}`,
        '--since',
        'oldest',
      ]);
      await waitUntil(() => eventLines(lines).length === 2);
      outcomes.push(eventLines(lines).map((line) => line.replace(/^.*p7f2k9x0m4c8v1b {2}/, '')));
    }
    expect(outcomes).to.deep.equal([
      ['nothing listens there', 'nothing listens there'],
      ['bad port', 'bad port'],
    ]);
  });

  it('repeats an event with --retry until the receiver accepts it, before any later one', async () => {
    const { feed, listen, receiver } = setup();
    const statuses = [503, 500, 204];
    receiver.status = () => statuses.shift() ?? 200;
    const { code, lines, pauses, stop } = listen(['--since', 'oldest', '--retry']);
    feed.add(anEvent(1), anEvent(2));
    await waitUntil(() => eventLines(lines).length === 4);
    stop();
    expect(await code).to.equal(0);
    expect(receiver.ids()).to.deep.equal([1, 1, 1, 2].map(eventId));
    expect(pauses).to.deep.equal([1000, 2000]);
  });

  it('does not count an event as delivered whose retries were ended', async () => {
    const { feed, listen, received, receiver } = setup();
    receiver.status = () => 500;
    const first = listen(['--since', 'oldest', '--retry'], {
      onLine: (line, stop) => line.includes('500 in') && stop(),
    });
    feed.add(anEvent(1));
    await first.code;
    receiver.status = () => 200;
    const second = listen();
    await received(2);
    second.stop();
    await second.code;
    expect(receiver.ids()).to.deep.equal([1, 1].map(eventId));
  });
});
