import type { Unavailable } from '../../../kernel/errors.ts';
import { E, type Either } from '../../../kernel/fp.ts';
import { maxDeliveryChanges } from '../../../ports/webhooks/webhook-deliveries.ts';
import type { TryOutcome } from './delivery-outcomes.ts';
import { mayBegin, type Run, type RunDeps, recordTries, requestsAtOnce, startTries } from './delivery-run.ts';
import { type DeliveryTask, readFirstTries, readReplay } from './delivery-tasks.ts';
import { handOver } from './places.ts';
import { verdictOf } from './schedule.ts';

/** How far first tries may go ahead of one that takes long. */
const placesAhead = 1000;

type Done = Promise<Either<Unavailable, void>>;

/** A retry has a row, which is removed when it succeeds. */
const isRetry = ({ finished }: TryOutcome): boolean => finished.task.kind === 'retry';

/**
 * How far the feed was read, how far it is to be read, and what of it is not for the endpoint and was not written yet.
 */
type Reading = { to: number; head: number; passed: readonly number[]; isBegun: boolean };

/** Reads on in the feed while few events wait for their turn. */
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

/** Results, or events that have come, that wait for others. */
type Gathering = { isOver: boolean; readonly over: Promise<void> };

/**
 * Says when results are to be written, and the feed is to be read on. A write costs about as much as ten requests, so
 * they wait for others: until there are as many as requests at once, for the time of `gather` at most, and not at all
 * where one is no success, because less is sent to an endpoint that fails.
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
     * Answers whether the time has come; where it has not, it first waits for one more, for the time, or for the feed
     * to move. `hasMoved`: whether the feed has.
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
 * Sends what is tried again, and the first tries behind it up to the head of the feed. What is over is written while
 * the rest is under way, and what has come meanwhile is read: it waits for no request that takes long. It ends when
 * nothing is left, when nothing more may begin, or when a retry is due or a replay waits: then no more of the feed is
 * read than was read at first. Answers whether everything that was read was sent: what was not begun stays in the
 * window, so that the run has to end.
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
      if (E.isLeft(read)) [failure, goesOn] = [read, false];
      else if (window.size().finished < mostGathered) startTries(run);
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
    if (E.isLeft(recorded)) [failure, goesOn] = [recorded, false];
    else goesOn &&= recorded.right;
  }
};

/**
 * Sends a page of a part of the feed once more. Where another part was asked for meanwhile it begins nothing more of
 * its own, and the whole of that is sent.
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
    if (E.isLeft(recorded)) [failure, goesOn] = [recorded, false];
    else goesOn &&= recorded.right && isOwn;
    from = next;
    if (isOver) return failure;
  }
};
