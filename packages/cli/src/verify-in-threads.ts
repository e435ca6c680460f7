import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Environment } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import type { Examined } from '@portcullis/domain/use-cases';
import { type CommandResult, failed } from './command/command-result.ts';
import { type IdRange, rangeOf } from './command/id-ranges.ts';

/** What a thread verifies: the ledgers of a range of ids, in the database that the environment names. */
export type VerifyPart = IdRange & { readonly env: Environment };

/** What a thread says. `failed` and `done` are its last words. */
export type VerifyMessage =
  | { readonly kind: 'examined'; readonly examined: readonly Examined[] }
  | { readonly kind: 'failed'; readonly result: CommandResult }
  | { readonly kind: 'done' };

/** More threads than this wait for the database alone. */
const mostThreads = 8;

/** The threads and the command together have as many connections as a service, unless the address says otherwise. */
const connectionsOfAll = 10;
/** What the command itself needs. Those that it had before are idle meanwhile, and are closed after a minute. */
const connectionsOfCommand = 1;

/** How many threads there are, of which each has a connection at least, and the environment of each. */
const shareConnections = (env: Environment, processors: number): { readonly of: number; readonly env: Environment } => {
  const url = new URL(env['DATABASE_URL'] ?? '');
  const allowed = Number(url.searchParams.get('connections') ?? connectionsOfAll);
  const all = Math.max(1, allowed - connectionsOfCommand);
  const of = Math.min(mostThreads, processors, all);
  url.searchParams.set('connections', String(Math.floor(all / of)));
  return { of, env: { ...env, DATABASE_URL: url.href } };
};

const hasDied = (how: string): Either<CommandResult, never> =>
  failed(1, `A thread that verifies has ended before its part was done: ${how}.`);

const verifyScript = new URL('./verify-thread.js', import.meta.url);

/** Runs a thread to its end, and answers how that was. One that ends before it says so has not verified its part. */
const runThread = (script: URL, part: VerifyPart, onExamined: (examined: Examined) => void) => {
  const thread = new Worker(script, { workerData: part, execArgv: [] });
  const ended = new Promise<Either<CommandResult, void>>((resolve) => {
    let last: Either<CommandResult, void> | null = null;
    // Node may report the end before the last message of the thread.
    let death: Either<CommandResult, never> | null = null;
    thread.on('message', (message: VerifyMessage) => {
      if (message.kind === 'examined') for (const examined of message.examined) onExamined(examined);
      else last = message.kind === 'done' ? E.right(undefined) : E.left(message.result);
    });
    thread.once('error', (error) => {
      death = hasDied(error.message);
    });
    thread.once('exit', (code) => resolve(death ?? last ?? hasDied(`exit code ${code}`)));
  });
  return { ended, end: () => thread.terminate() };
};

/**
 * Verifies the ledgers and rows of all profiles, without the bytes of files: as many threads as there are processors,
 * and connections for them, have a range of the ids each, since this is mostly computing. The first that fails ends the
 * others, and its reason is that of all. A `script` takes the place of that of the threads.
 */
export const verifyInThreads = async (
  env: Environment,
  onExamined: (examined: Examined) => void,
  { processors = availableParallelism(), script = verifyScript } = {},
): Promise<Either<CommandResult, void>> => {
  const { of, env: shared } = shareConnections(env, processors);
  const threads = Array.from({ length: of }, (_, n) =>
    runThread(script, { ...rangeOf({ part: n + 1, of }), env: shared }, onExamined),
  );
  const endAll = () => Promise.all(threads.map(({ end }) => end()));
  // Those that are ended for its sake have no reason of their own.
  let first: Either<CommandResult, void> = E.right(undefined);
  try {
    const follow = async ({ ended }: (typeof threads)[number]): Promise<void> => {
      const how = await ended;
      if (E.isRight(how) || E.isLeft(first)) return;
      first = how;
      await endAll();
    };
    await Promise.all(threads.map(follow));
    return first;
  } finally {
    await endAll();
  }
};
