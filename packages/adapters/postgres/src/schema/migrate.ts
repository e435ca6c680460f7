import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { E, type Either, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import type { PostgresClient, Session } from '../connection/client.ts';
import { outageOfThrown } from '../connection/failure.ts';
import { sqlFailureOf } from '../connection/sql-state.ts';
import {
  bookkeepingTables,
  changedMigration,
  differenceIn,
  giveLeaseBack,
  readApplied,
  recordStep,
  takeLease,
} from './bookkeeping.ts';
import { allSteps, type MigrationStep } from './schema-steps.ts';

/** How long the lease is held without a sign of life, and how often one is given. */
const migrationLeaseMs = 15_000;
const pollMs = 200;
/** An index of a large table takes its time. */
const stepDeadlineMs = 3_600_000;
const callDeadlineMs = 30_000;

export type MigrateOptions = {
  /** Milliseconds to wait for somebody else who migrates. */
  readonly waitMs?: number;
  /** Called with these milliseconds, once, before it waits: somebody else migrates, or has died with the lease. */
  readonly onWait?: (waitMs: number) => void;
  /** Called with the id of each statement before it is executed. */
  readonly onStep?: (id: string) => void;
};

/** Several who create a table at once may disturb each other, although each says "if not exists". */
const isRace = (code: string): boolean => ['23505', '42710', '42P07', '40001', '40P01', 'XX000'].includes(code);

const other = (what: string): Unavailable =>
  withOutageCause(unavailable('database', what, 'rejected'), 'schema_differs');

type Migrator = {
  readonly run: <A>(work: (session: Session) => Promise<A>, deadlineMs?: number) => Promise<A>;
  readonly holder: string;
};

/** Executes a statement that can be executed again, and once more where another one was in its way. */
const runStep = async ({ run }: Migrator, text: string): Promise<void> => {
  const execute = (): Promise<unknown> => run((session) => session.run({ text, values: [] }), stepDeadlineMs);
  try {
    await execute();
  } catch (cause) {
    if (!isRace(sqlFailureOf(cause).code)) throw cause;
    await execute();
  }
};

const holdsLease = async ({ run, holder }: Migrator): Promise<boolean> => {
  const { count } = await run((session) => session.run(takeLease(holder, migrationLeaseMs)));
  return count === 1;
};

const waitForLease = async (
  migrator: Migrator,
  { onWait, waitMs }: Pick<Required<MigrateOptions>, 'onWait' | 'waitMs'>,
): Promise<boolean> => {
  if (await holdsLease(migrator)) return true;
  onWait(waitMs);
  const end = performance.now() + waitMs;
  while (!(await holdsLease(migrator))) {
    if (performance.now() > end) return false;
    await pause(pollMs);
  }
  return true;
};

/** Holds on to the lease while a statement runs that may take longer than it. */
const withLease = async (migrator: Migrator, work: () => Promise<void>): Promise<void> => {
  const timer = setInterval(() => void holdsLease(migrator).catch(() => undefined), migrationLeaseMs / 3);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
};

const executeSteps = async (
  migrator: Migrator,
  steps: readonly MigrationStep[],
  onStep: (id: string) => void,
): Promise<Either<Unavailable, readonly string[]>> => {
  const done: string[] = [];
  for (const step of steps) {
    if (!(await holdsLease(migrator))) return E.left(other('Somebody else has begun to migrate.'));
    onStep(step.id);
    await withLease(migrator, () => runStep(migrator, step.text));
    const { count } = await migrator.run((session) => session.run(recordStep(step)));
    if (count === 0) return E.left(other(changedMigration(step.id)));
    done.push(step.id);
  }
  return E.right(done);
};

/**
 * Brings the schema to that of this version: executes each statement of the migrations that the database has not
 * recorded, and records it. Of several who do this at once one works, under a lease, and the others find everything
 * done. When it is cut off it can be run again. Answers the ids of what it has executed.
 */
export const migrate =
  (client: PostgresClient, options: MigrateOptions = {}): TaskEither<Unavailable, readonly string[]> =>
  async () => {
    const { waitMs = 60_000, onWait = () => undefined, onStep = () => undefined } = options;
    const run: Migrator['run'] = (work, deadlineMs = callDeadlineMs) =>
      client.write((session) => work(session), client.remaining({ deadlineMs }));
    const migrator: Migrator = { run, holder: randomUUID() };
    try {
      for (const { text } of bookkeepingTables) await runStep(migrator, text);
      if (!(await waitForLease(migrator, { onWait, waitMs })))
        return E.left(other('Somebody else migrates for too long.'));
      try {
        const applied = await run(readApplied);
        const difference = differenceIn(applied, allSteps);
        if (difference !== null) return E.left(other(difference));
        return await executeSteps(
          migrator,
          allSteps.filter(({ id }) => !applied.has(id)),
          onStep,
        );
      } finally {
        await run((session) => session.run(giveLeaseBack(migrator.holder))).catch(() => undefined);
      }
    } catch (cause) {
      return E.left(outageOfThrown('database', cause));
    }
  };
