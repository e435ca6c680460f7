import { E, type Either, type Unavailable } from '@portcullis/domain/kernel';
import { maxDeliveryChanges } from '../../ports/webhook-deliveries.ts';
import type { TryOutcome } from './delivery-outcomes.ts';
import { mayBegin, type Run, type RunDeps, recordTries, requestsAtOnce, startTries } from './delivery-run.ts';
import { type DeliveryTask, readFirstTries, readReplay } from './delivery-tasks.ts';
import { handOver } from './places.ts';
import { verdictOf } from './schedule.ts';

/** How many places first attempts may be ahead of one that takes long. */
const placesAhead = 1000;

type Done = Promise<Either<Unavailable, void>>;

/** A retry has a row, which is removed when it succeeds. */
const isRetry = ({ finished }: TryOutcome): boolean => finished.task.kind === 'retry';

/**
 * How far the feed was read, how far it has to be read, and which of its events are not for the endpoint and not yet
 * recorded.
 */
type Reading = { to: number; head: number; passed: readonly number[]; isBegun: boolean };

/** Reads further events of the feed while few are queued. */
const readOn = async (deps: RunDeps, { endpoint, record, window }: Run, reading: Reading): Done => {
  const state = record.current();
  const isEnough = window.size().waiting >= requestsAtOnce;
  const last = Math.min(reading.head, (state?.place ?? 0) + placesAhead);
  if (state === null || isEnough || reading.to >= last) return E.right(undefined);
  reading.isBegun = true;
  const read = await readFirstTries(deps, endpoint, state, reading.to, reading.head);
  if (E.isLeft(read)) return read;
  reading.to = read.right.readTo;
  reading.passed = [...reading.passed, ...read.right.passed];
  window.add(read.right.tasks);
  return E.right(undefined);
};

/** How many results are written together, if they come in time: as many as there are requests at once. */
const mostGathered = requestsAtOnce;

/** Results, or new events, that wait for further ones. */
type Gathering = { isOver: boolean; readonly over: Promise<void> };

/**
 * Decides when results are written and when the feed is read on. A write costs about as much as ten requests, so
 * results wait for others until there are as many as concurrent requests, for the time of `gather` at most. They do not
 * wait if one of them is a failure, because a failing endpoint gets fewer requests.
 */
const resultGathering = ({ gather }: Pick<RunDeps, 'gather'>, { moved, window }: Run) => {
  let current: Gathering | null = null;
  const begin = (): Gathering => {
    const over = gather().then(() => {
      begun.isOver = true;
    });
    const begun: Gathering = { isOver: false, over };
    return begun;
  };
  const isEnough = (): boolean => {
    const { finished, underWay } = window.size();
    if (underWay === 0 || finished >= mostGathered || current?.isOver === true) return true;
    return finished > 0 && !window.areAllDelivered();
  };
  return {
    /**
     * Answers whether results have to be written now. If not, it first waits for one more result, for the time, or for
     * new events. `hasMoved`: whether the feed has new events.
     */
    isComplete: async (hasMoved: boolean): Promise<boolean> => {
      if (isEnough()) {
        current = null;
        return true;
      }
      if (hasMoved || window.size().finished > 0) current ??= begin();
      await Promise.race([window.oneFinished(), moved.next(), ...(current === null ? [] : [current.over])]);
      return false;
    },
  };
};

/**
 * Sends retries, and after them first attempts up to the head of the feed. Results are written and new events are read
 * while other requests are in flight, so that it waits for no slow request. It ends when nothing is left, when no
 * request may begin, or when a retry is due or a replay waits; then it reads no more of the feed. Answers whether
 * everything that was read was sent: a task that was not begun stays in the window, so that the run has to end.
 */
export const deliverEvents = async (
  deps: RunDeps,
  run: Run,
  retries: readonly DeliveryTask[],
  headOfFeed: () => number,
  isRetryDue: () => boolean,
): Promise<Either<Unavailable, boolean>> => {
  const { record, window } = run;
  const head = headOfFeed();
  const reading: Reading = { to: record.current()?.place ?? head, head, passed: [], isBegun: false };
  const isOtherDue = (): boolean => isRetryDue() || record.current()?.replay !== null;
  const isReadEnough = (): boolean => reading.to >= reading.head || (reading.isBegun && isOtherDue());
  const gathering = resultGathering(deps, run);
  window.add(retries);
  let goesOn = true;
  let failure: Either<Unavailable, unknown> = E.right(undefined);
  for (;;) {
    goesOn &&= mayBegin(deps, run);
    if (goesOn) {
      const read = isReadEnough() ? E.right(undefined) : await readOn(deps, run, reading);
      if (E.isLeft(read)) {
        failure = read;
        goesOn = false;
      } else if (window.size().finished < mostGathered) startTries(run);
    }
    const { finished, underWay } = window.size();
    const isIdle = finished === 0 && underWay === 0 && reading.passed.length === 0;
    if (isIdle && (!goesOn || isReadEnough())) return E.isLeft(failure) ? failure : E.right(goesOn);
    if (isIdle) continue;
    if (!(await gathering.isComplete(goesOn && headOfFeed() > reading.head))) continue;
    reading.head = headOfFeed();
    const { passed } = reading;
    if (window.size().finished === 0 && passed.length === 0) continue;
    reading.passed = [];
    const recorded = await recordTries(deps, run, window.take(maxDeliveryChanges), isRetry, (state, tried) => {
      const first = tried.filter(({ kind }) => kind === 'first').map(({ place }) => place);
      return { ...state, ...handOver(state, [...passed, ...first]) };
    });
    if (E.isLeft(recorded)) {
      failure = recorded;
      goesOn = false;
    } else goesOn &&= recorded.right;
  }
};

/**
 * Sends a page of a replayed part of the feed again. If another part was requested meanwhile, it begins no further
 * request of its own, and the whole of the other part is sent.
 */
export const deliverReplay = async (deps: RunDeps, run: Run): Done => {
  const { record, window } = run;
  const range = record.current()?.replay ?? null;
  if (range === null || !mayBegin(deps, run)) return E.right(undefined);
  const read = await readReplay(deps, run.endpoint, range);
  if (E.isLeft(read)) return read;
  const { dead, readTo, tasks } = read.right;
  const left = new Set(tasks.map(({ place }) => place));
  const wasDead = ({ finished: { task } }: TryOutcome): boolean => dead.has(task.place);
  let { from } = range;
  let failure: Either<Unavailable, void> = E.right(undefined);
  window.add(tasks);
  for (let goesOn = true; ; ) {
    goesOn &&= mayBegin(deps, run);
    if (goesOn) startTries(run);
    if (window.size().underWay > 0 && window.size().finished === 0) await window.oneFinished();
    const tried = window.take(maxDeliveryChanges);
    for (const { result, task } of tried) if (verdictOf(result) !== 'ours') left.delete(task.place);
    const { finished, underWay, waiting } = window.size();
    const isOver = underWay === 0 && finished === 0 && (!goesOn || waiting === 0);
    const next = left.size === 0 ? readTo + 1 : Math.min(...left);
    let isOwn = false;
    const recorded = await recordTries(deps, run, tried, wasDead, (state) => {
      isOwn = state.replay?.from === from && state.replay.to === range.to;
      return { ...state, ...(isOwn && { replay: next > range.to ? null : { from: next, to: range.to } }) };
    });
    if (E.isLeft(recorded)) {
      failure = recorded;
      goesOn = false;
    } else goesOn &&= recorded.right && isOwn;
    from = next;
    if (isOver) return failure;
  }
};
