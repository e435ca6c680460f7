import type { SchemaFault } from '@portcullis/adapter-pocketbase';
import { E, type Either, type Unavailable } from '@portcullis/domain';
import { outageCauseOf } from '@portcullis/domain/kernel';
import { waitForAnswer } from '@portcullis/record-store/driver';
import type { RecordDatabase } from '../adapters/open-record-database.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { ClockWatch } from '../watches/clock-watch.ts';
import type { IncompletePath, PolicyReport } from './check-policies.ts';

/** Why the service is not ready, for an operator: a fault of the database, or a stop before the check was over. */
export type NotReadyReason =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'database' | 'files'; readonly failure: Unavailable }
  | { readonly kind: 'schema'; readonly faults: readonly SchemaFault[] }
  | { readonly kind: 'policies'; readonly incomplete: readonly IncompletePath[] };

type Starting = {
  readonly records: {
    readonly installation: Pick<RecordDatabase['installation'], 'look'>;
    readonly keys: Pick<RecordDatabase['keys'], 'check' | 'prepare'>;
    readonly objects: Pick<RecordDatabase['objects'], 'check'>;
    readonly schema: Pick<RecordDatabase['schema'], 'check' | 'wait'>;
  };
  readonly clockWatch: Pick<ClockWatch, 'compare'>;
  readonly checkPolicies: () => Promise<Either<Unavailable, PolicyReport>>;
  /** How long all the waiting may take together. */
  readonly seconds: number;
  readonly logger: Pick<Logger, 'warn'>;
  /** Milliseconds since some fixed moment. */
  readonly monotonic: () => number;
};

/** Outages of a database or an object store that pass; what it refuses, or answers wrongly, is not waited for. */
const passing: ReadonlySet<Unavailable['kind']> = new Set(['unavailable', 'timeout', 'quota']);

type LeftMs = () => number;

/** Checks the place of files, and waits for an object store that does not answer. */
const checkFiles = async ({ logger, records }: Starting, leftMs: LeftMs, signal: AbortSignal) => {
  const { check } = records.objects;
  let checked = await check();
  if (E.isRight(checked) || !passing.has(checked.left.kind)) return checked;
  const waitMs = leftMs();
  logger.warn('waiting_for_object_store', { seconds: waitMs / 1000, cause: checked.left });
  const ask = async (): Promise<Either<Unavailable, void>> => {
    checked = await check();
    return E.isLeft(checked) && passing.has(checked.left.kind) ? checked : E.right(undefined);
  };
  await waitForAnswer(ask, { signal, waitMs })();
  return checked;
};

/** Whether the database and its keys, and the objects of its files, are those that this release needs. */
const checkRecords = async (
  starting: Starting,
  leftMs: LeftMs,
  signal: AbortSignal,
): Promise<Either<NotReadyReason, void>> => {
  const { installation, keys, schema } = starting.records;
  const checked = await schema.check({ signal, waitMs: leftMs() })();
  if (E.isLeft(checked)) return E.left({ kind: 'database', failure: checked.left });
  if (checked.right.length > 0) return E.left({ kind: 'schema', faults: checked.right });
  const unopened = await keys.check();
  if (E.isLeft(unopened)) return E.left({ kind: 'database', failure: unopened.left });
  if (unopened.right.length > 0) return E.left({ kind: 'schema', faults: unopened.right });
  await starting.clockWatch.compare();
  const known = await installation.look();
  if (E.isLeft(known)) return E.left({ kind: 'database', failure: known.left });
  const misplaced = await checkFiles(starting, leftMs, signal);
  if (signal.aborted) return E.left({ kind: 'stopped' });
  if (E.isLeft(misplaced)) return E.left({ kind: 'files', failure: misplaced.left });
  if (misplaced.right.length > 0) return E.left({ kind: 'schema', faults: misplaced.right });
  const prepared = await keys.prepare();
  return E.isLeft(prepared) ? E.left({ kind: 'database', failure: prepared.left }) : checkPolicies(starting);
};

/** Whether there is a policy that can be completed, which a line of the log says of each that cannot. */
const checkPolicies = async (starting: Starting): Promise<Either<NotReadyReason, void>> => {
  const checked = await starting.checkPolicies();
  if (E.isLeft(checked)) return E.left({ kind: 'database', failure: checked.left });
  const { incomplete, isAnyComplete } = checked.right;
  if (!isAnyComplete) return E.left({ kind: 'policies', incomplete });
  for (const { lacks, path } of incomplete) starting.logger.warn('policy_incomplete', { rule: `${path}: ${lacks}` });
  return E.right(undefined);
};

/**
 * Waits for the database, also where it has answered already: under load, or as it starts again, one answer comes and
 * the next does not. Everything that is waited for shares one time. A line of the log says for what, and again where it
 * is something else.
 */
export const checkReadiness = async (
  starting: Starting,
  signal: AbortSignal,
): Promise<Either<NotReadyReason, void>> => {
  const { logger, monotonic, records, seconds } = starting;
  const endsAt = monotonic() + seconds * 1000;
  const leftMs = (): number => Math.max(0, endsAt - monotonic());
  let logged: string | null = null;
  const logWait = (failure: Unavailable): void => {
    const cause = outageCauseOf(failure);
    if (cause !== logged) logger.warn('waiting_for_database', { seconds: leftMs() / 1000, cause: failure });
    logged = cause;
  };
  const first = await records.schema.wait({ waitMs: 0 })();
  if (signal.aborted) return E.left({ kind: 'stopped' });
  if (E.isLeft(first)) logWait(first.left);
  let outcome: Either<NotReadyReason, void> = E.right(undefined);
  const ask = async (): Promise<Either<Unavailable, void>> => {
    outcome = await checkRecords(starting, leftMs, signal);
    const failure = E.isLeft(outcome) && outcome.left.kind === 'database' ? outcome.left.failure : null;
    if (failure === null || !passing.has(failure.kind)) return E.right(undefined);
    if (leftMs() > 0) logWait(failure);
    return E.left(failure);
  };
  await waitForAnswer(ask, { signal, waitMs: leftMs() })();
  return signal.aborted ? E.left({ kind: 'stopped' }) : outcome;
};
