import { createSignal, E, type Either, isOfOneRecord, type Unavailable } from '@portcullis/domain/kernel';
import { monotonicNow } from '@portcullis/domain/ports';
import type { FeedHead } from '../../ports/event-feed.ts';
import { deliverEvents, deliverReplay } from './deliver-events.ts';
import { createDeliveryRecord, type DeliveryRecord } from './delivery-record.ts';
import { createRun, mayBegin, type RunDeps } from './delivery-run.ts';
import { createDueRetries } from './delivery-tasks.ts';
import { completeDisabling } from './disable-endpoint.ts';
import { handOver } from './places.ts';
import { isPaused } from './schedule.ts';

/** The pause after a run that has failed on our side, and where the row of the endpoint does not open. */
const restMs = 2000;
const damagedRestMs = 60_000;

type Done = Promise<Either<Unavailable, void>>;

/** The last and the first place of the feed of the partner. */
export type FeedReach = Pick<FeedHead, 'first' | 'place'>;

/** Delivers to one endpoint, as long as this instance has the lease on deliveries. */
export type EndpointRunner = {
  /** Delivers the events up to the head of the feed and the due retries, until nothing is left to do now. */
  readonly run: (reach: () => FeedReach) => Done;
  /** Whether there may be something to do. */
  readonly hasWork: (reach: FeedReach) => boolean;
  /** Informs a running delivery of new events in the feed. */
  readonly hear: () => void;
  /** Has everything read again by the next run. A run in progress begins no further request. */
  readonly forget: () => void;
};

const done: Either<Unavailable, void> = E.right(undefined);

/** Events that the feed has dropped are not sent: an endpoint may have been disabled for longer than they are kept. */
const skipPruned = async (record: DeliveryRecord, { first }: FeedReach): Done => {
  const { place = 0 } = record.current() ?? {};
  if (place >= first - 1) return done;
  const written = await record.write((state) => {
    const last = Math.max(state.place, first - 1);
    return { state: { ...state, ...handOver({ place: last, ahead: state.ahead }, []) } };
  });
  return E.isLeft(written) ? written : done;
};

export const createEndpointRunner = (given: RunDeps, endpointId: string): EndpointRunner => {
  const record = createDeliveryRecord(given, endpointId);
  const retries = createDueRetries(given, record);
  const moved = createSignal();
  let isRunning = false;
  let isForgotten = false;
  let restsUntil = Number.NEGATIVE_INFINITY;

  const deps: RunDeps = {
    ...given,
    generation: () => (isForgotten ? null : given.generation()),
    onTry: (outcome) => {
      retries.note(outcome.failed);
      given.onTry(outcome);
    },
  };

  const clear = (): void => {
    record.forget();
    retries.forget();
    isForgotten = false;
  };

  const hasWork = ({ place }: FeedReach): boolean => {
    const state = record.current();
    if (monotonicNow(deps.clock) < restsUntil) return false;
    if (state === null) return true;
    return !isPaused(state, deps.clock.now()) && (state.place < place || state.replay !== null || retries.isDue());
  };

  const deliver = async (reach: () => FeedReach): Done => {
    const found = await deps.endpoints.find(endpointId)();
    if (E.isLeft(found)) return found;
    const state = record.current();
    if (found.right?.status !== 'enabled' || state === null) return done;
    if (state.disabled !== null) return completeDisabling(deps, endpointId);
    const run = createRun(deps, found.right, record, state, moved);
    while (hasWork(reach()) && mayBegin(deps, run)) {
      const skipped = await skipPruned(record, reach());
      if (E.isLeft(skipped)) return skipped;
      const due = await retries.read(found.right);
      if (E.isLeft(due)) return due;
      const sent = await deliverEvents(deps, run, due.right, () => reach().place, retries.isDue);
      if (E.isLeft(sent)) return sent;
      const replayed = sent.right ? await deliverReplay(deps, run) : sent;
      if (E.isLeft(replayed)) return replayed;
      // Another run reads the requests again that were not begun, even if the endpoint may get them already: this run
      // would send them twice.
      if (!sent.right || run.window.size().waiting > 0 || !mayBegin(deps, run)) {
        retries.forget();
        break;
      }
    }
    return done;
  };

  const claimAndDeliver = async (reach: () => FeedReach): Done => {
    const generation = deps.generation();
    if (generation === null) return done;
    if (record.current()?.generation !== generation) {
      const claimed = await record.claim(generation);
      if (E.isLeft(claimed) || claimed.right === null) return E.isLeft(claimed) ? claimed : done;
    }
    return deliver(reach);
  };

  return {
    forget: () => {
      if (isRunning) isForgotten = true;
      else clear();
    },
    hasWork,
    hear: moved.raise,
    run: async (reach) => {
      isRunning = true;
      try {
        const delivered = await claimAndDeliver(reach);
        if (E.isRight(delivered)) return delivered;
        isForgotten = true;
        restsUntil = monotonicNow(deps.clock) + (isOfOneRecord(delivered.left) ? damagedRestMs : restMs);
        return delivered;
      } finally {
        isRunning = false;
        if (isForgotten) clear();
      }
    },
  };
};
