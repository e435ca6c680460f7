import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { createListenCommand } from '#cli/listen/listen-command';
import { waitUntil } from '../../../support/clock/until.ts';
import { useGates } from '../../../support/servers/gated-proxy.ts';
import { anEvent, cursorBehind } from '../events/fake-feed.ts';
import { eventId, eventLines, useFeedSetup } from '../events/feed-setup.ts';

const problem = (code: string, more: object = {}) => ({
  code,
  title: 'A problem',
  detail: 'What it says.',
  retryable: ['rate_limited', 'service_stopping'].includes(code),
  ...more,
});

describe('npx portcullis listen', function () {
  this.timeout(20_000);
  const setup = useFeedSetup();
  const gateTo = useGates();

  it('posts each event as it is, signed by Standard Webhooks, and prints a line about it', async () => {
    const { feed, listen, received, receiver } = setup();
    const { code, lines, stop } = listen();
    await waitUntil(() => feed.waiting() > 0);
    feed.add(anEvent(1), anEvent(2, 'profile.declined'), anEvent(3, 'profile.erased'));
    await received(3);
    await waitUntil(() => eventLines(lines).length === 3);
    stop();
    expect(await code).to.equal(0);
    expect(receiver.messages.map(({ body, isVerified }) => [JSON.parse(body), isVerified])).to.deep.equal([
      [anEvent(1), true],
      [anEvent(2, 'profile.declined'), true],
      [anEvent(3, 'profile.erased'), true],
    ]);
    const [first, second] = eventLines(lines);
    expect(first).to.match(/^2026-05-04T10:01:00\.000Z {2}profile\.approved +p7f2k9x0m4c8v1b {2}200 in \d+ ms$/);
    expect(second).to.include('  profile.declined ');
  });

  it('loses no event and repeats none while the network is cut', async () => {
    const { env, feed, listen, received, receiver } = setup();
    let isCut = false;
    const gate = await gateTo(feed.url, () => (isCut ? 'cut' : 'on'));
    const run = listen([], { env: { ...env, PORTCULLIS_URL: gate.url } });
    await waitUntil(() => feed.waiting() > 0);
    feed.add(anEvent(1));
    await received(1);
    await waitUntil(() => feed.waiting() > 0);
    isCut = true;
    feed.cutWaiting();
    feed.add(anEvent(2), anEvent(3), anEvent(4));
    await waitUntil(() => run.pauses.length >= 8);
    isCut = false;
    await received(4);
    run.stop();
    expect(await run.code).to.equal(0);
    expect(receiver.ids()).to.deep.equal([1, 2, 3, 4].map(eventId));
    expect(run.errors[0]).to.match(/cannot be reached .* no event is lost\.$/);
    expect(run.errors.slice(1)).to.deep.equal(['The feed answers again.']);
    expect(run.pauses.slice(0, 6)).to.deep.equal([1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('gives up a connection that was cut without a word, and loses nothing', async () => {
    const { env, feed, listen, received, receiver } = setup();
    let isSilent = false;
    const gate = await gateTo(feed.url, () => (isSilent ? new Promise<void>(() => undefined) : 'on'));
    const run = listen(['--since', 'oldest'], { env: { ...env, PORTCULLIS_URL: gate.url }, answerSeconds: 0.1 });
    feed.add(anEvent(1));
    await received(1);
    isSilent = true;
    feed.cutWaiting();
    feed.add(anEvent(2));
    await waitUntil(() => run.pauses.length >= 3);
    isSilent = false;
    await received(2);
    run.stop();
    expect(await run.code).to.equal(0);
    expect(receiver.ids()).to.deep.equal([1, 2].map(eventId));
  });

  it('says that events are gone, and goes on with the first that is left', async () => {
    const { feed, listen, received, receiver } = setup();
    feed.add(anEvent(1), anEvent(2), anEvent(3));
    const gone = { status: 410, body: problem('events_gone', { first_cursor: cursorBehind(1) }) };
    feed.answer = (query) => (query?.get('after') === cursorBehind(0) ? gone : null);
    const run = listen(['--since', cursorBehind(0)]);
    await received(2);
    run.stop();
    expect(await run.code).to.equal(0);
    expect(receiver.ids()).to.deep.equal([2, 3].map(eventId));
    expect(run.errors).to.have.lengthOf(1);
    expect(run.errors[0]).to.match(/no longer kept/);
  });

  it('waits as long as the service asks it to, and takes a new token for one that has expired', async () => {
    const { feed, listen, received, receiver } = setup();
    const answers = [
      { status: 429, body: problem('rate_limited'), headers: { 'retry-after': '30' } },
      { status: 503, body: problem('service_stopping') },
      { status: 401, body: problem('token_expired') },
    ];
    feed.answer = (query) => (query === null ? null : (answers.shift() ?? null));
    feed.add(anEvent(1));
    const run = listen(['--since', 'oldest']);
    await received(1);
    run.stop();
    expect(await run.code).to.equal(0);
    expect(receiver.ids()).to.deep.equal([eventId(1)]);
    expect(run.pauses).to.deep.equal([30_000, 2000]);
  });

  it('ends with a sentence where waiting does not help', async () => {
    const { feed, listen, receiver } = setup();
    const cases: readonly (readonly [says: RegExp, answer: typeof feed.answer])[] = [
      [
        /invalid_client/,
        (query) =>
          query === null
            ? { status: 401, body: { error: 'invalid_client', error_description: 'No such client.' } }
            : null,
      ],
      [/insufficient_scope: What it says\./, () => ({ status: 403, body: problem('insufficient_scope') })],
      [/something else than events/, (query) => query && { status: 200, body: { data: 'none' } }],
      [/Something else than Portcullis|status 404/, (query) => query && { status: 404, body: '<h1>Not here</h1>' }],
      [
        /the cursor that it has named itself/,
        (query) => query && { status: 410, body: problem('events_gone', { first_cursor: cursorBehind(9) }) },
      ],
    ];
    for (const [says, answer] of cases) {
      feed.answer = answer;
      const run = listen(['--since', cursorBehind(1)]);
      expect(await run.code, String(says)).to.equal(1);
      expect(run.errors.at(-1)).to.match(says);
      expect([...run.errors, ...run.lines].join()).to.not.include('s3cr3t-of-acme');
    }
    expect(receiver.messages).to.deep.equal([]);
  });

  it('neither says that it waits nor keeps a place that the feed refuses', async () => {
    const { cursorFile, feed, listen } = setup();
    feed.answer = (query) =>
      query?.get('after') === 'garbage' ? { status: 400, body: problem('invalid_request') } : null;
    const run = listen(['--since', 'garbage']);
    expect(await run.code).to.equal(1);
    expect(run.errors.at(-1)).to.match(/invalid_request/);
    expect(run.lines).to.not.include('Waiting for events.');
    expect(existsSync(cursorFile)).to.equal(false);
  });

  it('prints nothing that moves the cursor of a terminal, and sends no header that an event brings', async () => {
    const { feed, listen, received, receiver } = setup();
    feed.add(anEvent(1, '\u001b[2Jprofile.approved'));
    const shown = listen(['--since', 'oldest']);
    await received(1);
    await waitUntil(() => eventLines(shown.lines).length === 1);
    shown.stop();
    await shown.code;
    expect(shown.lines.join()).to.not.include('\u001b');
    feed.add(anEvent(2, 'profile.approved', { id: 'evt_1\r\nhost: elsewhere' }));
    const refused = listen();
    expect(await refused.code).to.equal(1);
    expect(receiver.messages).to.have.lengthOf(1);
  });

  it('hands on the types that are asked for, and refuses arguments that it does not understand', async () => {
    const { feed, listen } = setup();
    const run = listen(['--types', 'profile.declined, profile.approved', '--since', 'oldest']);
    await waitUntil(() => feed.waiting() > 0);
    const types = 'profile.declined,profile.approved';
    expect(feed.reads.map((query) => [query.get('types'), query.get('wait')])).to.deep.equal([
      [types, '0'],
      [types, '25'],
    ]);
    run.stop();
    await run.code;
    const wrong: readonly (readonly [RegExp, readonly string[]])[] = [
      [/^--forward-to <address> is missing\./, []],
      [/^--forward-to <address> is not valid\. It must be an http/, ['--forward-to', 'file:///etc/passwd']],
      [/^--forward-to <address> is not valid\./, ['--forward-to', 'http://user:word@localhost/']],
      [/^--since <place> is not valid\./, ['--forward-to', 'http://localhost', '--since', 'the beginning']],
      [/^--types <types> is not valid\./, ['--forward-to', 'http://localhost', '--types', 'a,,b']],
      [/^--cursor-file <file> is not valid\./, ['--forward-to', 'http://localhost', '--cursor-file', '']],
    ];
    for (const [says, args] of wrong) {
      const refused = setup().start(createListenCommand, args, { env: {} });
      expect(await refused.code, args.join(' ')).to.equal(64);
      expect(refused.errors[0], args.join(' ')).to.match(says);
    }
  });
});
