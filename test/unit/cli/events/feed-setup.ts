import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Command } from '#cli/command/command-line';
import type { Waiting } from '#cli/feed/waiting';
import { createListenCommand } from '#cli/listen/listen-command';
import { waitUntil } from '../../../support/clock/until.ts';
import type { Variables } from '../../../support/servers/service-program.ts';
import { anEvent, type FakeFeed, startFakeFeed } from './fake-feed.ts';
import { type FakeReceiver, startReceiver } from './fake-receiver.ts';

/** A command that runs, with what it has printed so far. */
export type RunningCommand = {
  readonly lines: string[];
  readonly errors: string[];
  /** How long it has paused, in milliseconds; a pause of a test is over at once. */
  readonly pauses: number[];
  readonly stop: () => void;
  readonly code: Promise<number>;
};

type CommandSetup = {
  readonly env?: Variables;
  /** After so many seconds a request counts as lost. */
  readonly answerSeconds?: number;
  /** Is called after each line of the result. */
  readonly onLine?: (line: string, stop: () => void) => void;
};

type Setup = {
  readonly feed: FakeFeed;
  readonly receiver: FakeReceiver;
  readonly cursorFile: string;
  readonly env: Variables;
  readonly start: (
    create: (waiting: Waiting) => Command,
    args: readonly string[],
    options?: CommandSetup,
  ) => RunningCommand;
  /** Starts `listen` with the receiver and the cursor file. */
  readonly listen: (args?: readonly string[], options?: CommandSetup) => RunningCommand;
  /** Resolves once the receiver has so many messages. */
  readonly received: (count: number) => Promise<void>;
};

/** The lines about events, among what a command has printed. */
export const eventLines = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.startsWith('2026-05-04'));

/** The id of the event with this number. */
export const eventId = (n: number): string => anEvent(n).id;

/** Ends a command when it has begun to wait. */
export const stopWhenReady = (line: string, stop: () => void): void => {
  if (line === 'Waiting for events.') stop();
};

/** Opens a feed, a receiver and a folder for each test of the enclosing suite, and ends what it has started. */
export const useFeedSetup = (): (() => Setup) => {
  let setup: Setup | null = null;
  let folder = '';
  const running: RunningCommand[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-listen-'));
    const cursorFile = join(folder, 'kept', 'listen.json');
    const feed = await startFakeFeed();
    const receiver = await startReceiver(() => readFileSync(`${cursorFile}.secret`, 'utf8').trim());
    const env = { PORTCULLIS_URL: feed.url, PORTCULLIS_CLIENT_ID: 'acme', PORTCULLIS_CLIENT_SECRET: 's3cr3t-of-acme' };
    const start: Setup['start'] = (
      create,
      args,
      { answerSeconds = 40, env: otherEnv = env, onLine = () => undefined } = {},
    ) => {
      const controller = new AbortController();
      const lines: string[] = [];
      const errors: string[] = [];
      const pauses: number[] = [];
      const stop = () => controller.abort();
      const command = create({
        pause: async (ms) => {
          pauses.push(ms);
          await turn();
        },
        answerSeconds,
        untilStopped: (work) => work(controller.signal),
      });
      const print = (line: string): void => {
        lines.push(...line.split('\n'));
        onLine(line, stop);
      };
      const code = command.run(args, otherEnv, { print, printError: (line) => void errors.push(...line.split('\n')) });
      const started = { lines, errors, pauses, stop, code };
      running.push(started);
      return started;
    };
    const listen: Setup['listen'] = (args = [], options = {}) => {
      const common = ['--forward-to', `${receiver.url}/hooks`, '--cursor-file', cursorFile];
      return start(createListenCommand, [...common, ...args], options);
    };
    const received = (count: number) => waitUntil(() => receiver.messages.length >= count);
    setup = {
      feed,
      receiver,
      cursorFile,
      env,
      start,
      listen,
      received,
    };
  });
  afterEach(async () => {
    for (const { stop } of running) stop();
    await Promise.all(running.splice(0).map(({ code }) => code));
    await Promise.all([setup?.feed.close(), setup?.receiver.close()]);
    rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (setup === null) throw new Error('the feed is open only during a test');
    return setup;
  };
};
