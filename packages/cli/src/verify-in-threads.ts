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

/** All threads together have as many connections as a service, unless the address of the database says otherwise. */
const connectionsOfAll = 10;

const withConnections = (env: Environment, threads: number): Environment => {
  const url = new URL(env['DATABASE_URL'] ?? '');
  const all = Number(url.searchParams.get('connections') ?? connectionsOfAll);
  url.searchParams.set('connections', String(Math.max(1, Math.floor(all / threads))));
  return { ...env, DATABASE_URL: url.href };
};

/** Runs a thread to its end, and answers how that was. One that ends before it says so has not verified its part. */
const runThread = (part: VerifyPart, onExamined: (examined: Examined) => void) => {
  const thread = new Worker(new URL('./verify-thread.js', import.meta.url), { workerData: part, execArgv: [] });
  const ended = new Promise<Either<CommandResult, void>>((resolve, reject) => {
    let last: Either<CommandResult, void> = failed(1, 'A thread that verifies has ended before its part was done.');
    thread.on('message', (message: VerifyMessage) => {
      if (message.kind === 'examined') for (const examined of message.examined) onExamined(examined);
      else last = message.kind === 'done' ? E.right(undefined) : E.left(message.result);
    });
    thread.once('error', reject);
    thread.once('exit', () => resolve(last));
  });
  return { ended, end: () => thread.terminate() };
};

/**
 * Verifies the ledgers and rows of all profiles, without the bytes of files: as many threads as there are processors
 * have a range of the ids each, since this is mostly computing. The first that fails ends the others.
 */
export const verifyInThreads = async (
  env: Environment,
  onExamined: (examined: Examined) => void,
  of = Math.min(mostThreads, availableParallelism()),
): Promise<Either<CommandResult, void>> => {
  const shared = withConnections(env, of);
  const threads = Array.from({ length: of }, (_, n) =>
    runThread({ ...rangeOf({ part: n + 1, of }), env: shared }, onExamined),
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
