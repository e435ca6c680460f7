import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { createEventsCommand } from '#cli/events/events-command';
import { waitUntil } from '../../../support/clock/until.ts';
import { anEvent, cursorBehind } from './fake-feed.ts';
import { useFeedSetup } from './feed-setup.ts';

const id = (n: number): string => anEvent(n).id;

describe('npx portcullis events', function () {
  this.timeout(20_000);
  const setup = useFeedSetup();
  const events = (...args: readonly string[]) => setup().start(createEventsCommand, args);

  it('tail prints what happens from now on, and how to go on', async () => {
    const { feed } = setup();
    feed.add(anEvent(1), anEvent(2), anEvent(3));
    const run = events('tail');
    await waitUntil(() => feed.waiting() > 0);
    feed.add(anEvent(4, 'profile.in_review'));
    await waitUntil(() => feed.waiting() > 0 && run.lines.length > 0);
    run.stop();
    expect(await run.code).to.equal(0);
    expect(run.lines).to.deep.equal(['2026-05-04T10:04:00.000Z  profile.in_review       p7f2k9x0m4c8v1b']);
    expect(run.errors).to.deep.equal([
      `What follows is printed by: npx portcullis events tail --after ${cursorBehind(4)}`,
    ]);
  });

  it('tail --after begins behind a cursor, and --json prints the events as the feed has them', async () => {
    const { feed } = setup();
    feed.add(anEvent(1), anEvent(2), anEvent(3), anEvent(4));
    const run = events('tail', '--after', cursorBehind(1), '--json', '--types', 'profile.approved');
    await waitUntil(() => feed.waiting() > 0);
    run.stop();
    expect(await run.code).to.equal(0);
    expect(run.lines.map((line) => JSON.parse(line))).to.deep.equal([2, 3, 4].map((n) => anEvent(n)));
    expect(feed.reads[0]?.get('types')).to.equal('profile.approved');
  });

  it('tail reports events that were changed in the database', async () => {
    const { feed } = setup();
    const page = { object: 'list', data: [anEvent(7)], next_after: cursorBehind(9), has_more: false, damaged: 2 };
    feed.answer = (query) => (query?.get('after') === cursorBehind(5) ? { status: 200, body: page } : null);
    const run = events('tail', '--after', cursorBehind(5));
    await waitUntil(() => feed.waiting() > 0);
    run.stop();
    expect(await run.code).to.equal(0);
    expect(run.lines).to.have.lengthOf(1);
    expect(run.errors[0]).to.equal('2 events were changed or removed in the database and cannot be shown.');
  });

  it('replay posts the events of a range again, signed, and ends', async () => {
    const { cursorFile, feed, receiver } = setup();
    feed.add(...[1, 2, 3, 4, 5].map((n) => anEvent(n, n === 3 ? 'profile.declined' : 'profile.approved')));
    const replay = async (...args: readonly string[]) => {
      const before = receiver.messages.length;
      const run = events('replay', '--forward-to', receiver.url, '--cursor-file', cursorFile, ...args);
      return { code: await run.code, posted: receiver.ids().slice(before), last: [...run.lines, ...run.errors].at(-1) };
    };
    const all = { code: 0, posted: [1, 2, 3, 4, 5].map(id), last: '5 events were posted, 0 not accepted.' };
    expect(await replay('--from', 'oldest')).to.deep.equal(all);
    const ranges: readonly (readonly [args: readonly string[], posted: readonly number[]])[] = [
      [
        ['--from', id(2), '--to', id(4)],
        [2, 3, 4],
      ],
      [
        ['--from', id(4)],
        [4, 5],
      ],
      [
        ['--from', '2026-05-04T10:02:00Z', '--to', '2026-05-04T10:03:00Z'],
        [2, 3],
      ],
      [
        ['--from', cursorBehind(3)],
        [4, 5],
      ],
      [['--from', 'oldest', '--types', 'profile.declined'], [3]],
      [['--from', id(3), '--to', id(4), '--types', 'profile.approved'], [4]],
      [['--from', id(4), '--to', id(2)], []],
    ];
    for (const [args, posted] of ranges) {
      const { code, posted: ids } = await replay(...args);
      expect([code, ids], args.join(' ')).to.deep.equal([0, posted.map(id)]);
    }
    expect(receiver.messages.every(({ isVerified }) => isVerified)).to.equal(true);
  });

  it('replay says what the receiver did not accept, and posts nothing where a place is not found', async () => {
    const { cursorFile, feed, receiver } = setup();
    feed.add(anEvent(1), anEvent(2), anEvent(3));
    const statuses = [200, 500, 200];
    receiver.status = () => statuses.shift() ?? 200;
    const args = ['replay', '--forward-to', receiver.url, '--cursor-file', cursorFile];
    const run = events(...args, '--from', 'oldest');
    expect(await run.code).to.equal(1);
    expect(run.lines).to.have.lengthOf(3);
    expect(run.errors).to.deep.equal(['3 events were posted, 1 not accepted.']);
    for (const place of [
      ['--from', id(9)],
      ['--from', 'oldest', '--to', id(9)],
    ]) {
      const missing = events(...args, ...place);
      expect(await missing.code).to.equal(1);
      expect(missing.errors[0]).to.match(/^No event with the id of --(from|to) is kept\. Nothing was posted\.$/);
    }
    expect(receiver.messages).to.have.lengthOf(3);
  });

  it('replay that is stopped says so', async () => {
    const { cursorFile, feed, receiver, start } = setup();
    feed.add(anEvent(1), anEvent(2));
    const args = ['replay', '--from', 'oldest', '--forward-to', receiver.url, '--cursor-file', cursorFile];
    const run = start(createEventsCommand, args, { onLine: (_, stop) => stop() });
    expect(await run.code).to.equal(2);
    expect(run.errors).to.deep.equal(['It was stopped by a signal.']);
    expect(receiver.messages).to.have.lengthOf(1);
  });

  it('says which client it needs where there is none', async () => {
    const { env, start } = setup();
    const { PORTCULLIS_CLIENT_SECRET: _, ...incomplete } = env;
    const cases: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
      [/^PORTCULLIS_CLIENT_SECRET is missing/, incomplete],
      [/^PORTCULLIS_URL must be /, { ...env, PORTCULLIS_URL: 'localhost:8000' }],
      [/^PORTCULLIS_URL must be /, { ...env, PORTCULLIS_URL: 'http://me:secret@localhost' }],
      [
        /^No sandbox runs in nowhere\. .* PORTCULLIS_CLIENT_ID and PORTCULLIS_CLIENT_SECRET\.$/,
        { SANDBOX_DIR: 'nowhere' },
      ],
    ];
    for (const [says, other] of cases) {
      const run = start(createEventsCommand, ['tail'], { env: other });
      expect(await run.code, String(says)).to.equal('SANDBOX_DIR' in other ? 1 : 78);
      expect(run.errors[0])
        .to.match(says)
        .and.not.to.match(/secret@|s3cr3t/);
    }
  });

  it('says of a sandbox.json that is no text what it is, and not whose', async () => {
    const { cursorFile, start } = setup();
    const folder = dirname(dirname(cursorFile));
    writeFileSync(join(folder, 'sandbox.json'), Buffer.from([0xc3, 0x28]));
    const run = start(createEventsCommand, ['tail'], { env: { SANDBOX_DIR: folder } });
    expect(await run.code).to.equal(1);
    expect(run.errors).to.deep.equal([
      `${join(folder, 'sandbox.json')} cannot be read (it is not in UTF-8: save it as UTF-8).`,
    ]);
  });

  it('refuses arguments that it does not understand', async () => {
    const forward = ['--forward-to', 'http://localhost:3000'];
    const wrong: readonly (readonly [RegExp, readonly string[]])[] = [
      [/^Usage: npx portcullis events /, []],
      [/^There is no command list\./, ['list']],
      [/^There is no option --from\./, ['tail', '--from', 'oldest']],
      [/^There is no option --after\./, ['replay', ...forward, '--from', 'oldest', '--after', 'now']],
      [/^--after <place> is not valid\./, ['tail', '--after', 'a b']],
      [/^--from <place> is missing\./, ['replay', ...forward]],
      [/^--from <place> is not valid\. It must be an event’s id/, ['replay', ...forward, '--from', 'now']],
      [/^--to <place> is not valid\./, ['replay', ...forward, '--from', 'oldest', '--to', '2026-02-30']],
      [/^--forward-to <address> is missing\./, ['replay', '--from', 'oldest']],
    ];
    for (const [says, args] of wrong) {
      const run = setup().start(createEventsCommand, args, { env: {} });
      expect(await run.code, args.join(' ')).to.equal(64);
      expect(run.errors[0], args.join(' ')).to.match(says);
    }
  });
});
