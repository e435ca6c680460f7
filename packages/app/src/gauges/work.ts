import type { DatabaseSize, DueCount, WorkCounts } from '@portcullis/backoffice/ports';
import { type Clock, E, type Unavailable } from '@portcullis/domain';
import { type DueKind, monotonicNow } from '@portcullis/domain/ports';
import { clockFault } from '@portcullis/domain/use-cases';
import type { Metrics } from '../telemetry/metrics.ts';

/** How often an instance counts. Each round sends seven statements. */
const everyMs = 30_000;

/** The kinds of work in the words of operators. */
const kindNames: { readonly [Kind in DueKind]: string } = {
  drive: 'processing',
  expiry: 'expiry',
  lapse: 'lapse',
  retention: 'retention',
  erasure: 'erasure',
};
const kinds: readonly DueKind[] = ['drive', 'expiry', 'lapse', 'retention', 'erasure'];

type Counts = {
  readonly processing: number;
  readonly due: ReadonlyMap<DueKind, DueCount>;
  readonly size: DatabaseSize | null;
};

type WorkGaugesDeps = {
  readonly workCounts: Omit<WorkCounts, 'created'>;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'registerGauge' | 'registerLabelledGauge'>;
  readonly onFailure: (cause: Unavailable) => void;
};

const countsOf = async ({ clock, onFailure, workCounts }: WorkGaugesDeps): Promise<Counts | null> => {
  const now = new Date(clock.now()).toISOString();
  const failed = (cause: Unavailable): null => {
    onFailure(cause);
    return null;
  };
  const due = new Map<DueKind, DueCount>();
  for (const kind of kinds) {
    const counted = await workCounts.due(now, kind)();
    if (E.isLeft(counted)) return failed(counted.left);
    due.set(kind, counted.right);
  }
  const processing = await workCounts.processing(now)();
  if (E.isLeft(processing)) return failed(processing.left);
  const size = await workCounts.databaseSize()();
  // The clock may have been set since the first count.
  if (clockFault(clock)) return null;
  return { due, processing: processing.right, size: E.isLeft(size) ? failed(size.left) : size.right };
};

/**
 * Registers the gauges of the work that waits in the database, and answers what measures them: a part of the sweep,
 * which counts every half minute. A count that could not be made is not there, rather than an old one; nor is any while
 * the clock is not trusted, since the rounds are left out then.
 */
export const workGauges = (deps: WorkGaugesDeps): (() => Promise<void>) => {
  const { clock, metrics } = deps;
  let counted: Counts | null = null;
  let next = Number.NEGATIVE_INFINITY;
  /** By a clock that is not trusted nobody knows what is due, nor for how long. */
  const counts = (): Counts | null => (clockFault(clock) ? null : counted);
  const ageOf = ({ since }: DueCount): number =>
    since === null ? 0 : Math.max(0, (clock.now() - Date.parse(since)) / 1000);
  const entries = (): readonly (readonly [DueKind, DueCount])[] => [...(counts()?.due ?? [])];

  metrics.registerGauge('portcullis_profiles_processing', () => counts()?.processing ?? null);
  metrics.registerGauge('portcullis_erasures_waiting', () => counts()?.due.get('erasure')?.profiles ?? null);
  metrics.registerLabelledGauge('portcullis_profiles_due', () =>
    entries().flatMap(([kind, { profiles }]) => (kind === 'erasure' ? [] : [[kindNames[kind], profiles] as const])),
  );
  metrics.registerLabelledGauge('portcullis_due_age_seconds', () =>
    entries().map(([kind, count]) => [kindNames[kind], ageOf(count)] as const),
  );
  metrics.registerLabelledGauge('portcullis_database_bytes', () => {
    const size = counts()?.size;
    return size
      ? [
          ['used', size.bytes - size.freeBytes],
          ['free', size.freeBytes],
        ]
      : [];
  });
  return async () => {
    const now = monotonicNow(clock);
    if (now < next) return;
    next = now + everyMs;
    counted = await countsOf(deps);
  };
};
