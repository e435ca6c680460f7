import { E, type Either, type Policy, type ProfileId } from '@portcullis/domain';
import { type DraftDeps, replayUnderPolicy } from '@portcullis/explain';
import { type CommandResult, failureResult, unavailableResult } from '../command/command-result.ts';
import { type Part, rangeOf, shareDone } from '../command/id-ranges.ts';
import type { Records } from '../command/open-records.ts';
import { type Output, type Report, reporter } from '../command/output.ts';
import type { ReplayDecisionsArgs } from './args.ts';
import { openFolder, type Subject, subjectOf } from './draft-folder.ts';
import { beginPart, eachChange, type KeptChange, type PartRun, type PartState, readPart } from './draft-part.ts';
import { createDraftTally } from './draft-tally.ts';
import { reportChange, reportDraft } from './report-draft.ts';
import { reportPart } from './report-part.ts';

/** The minimum intervals, in milliseconds, at which progress is reported and results are written. */
const sayEveryMs = 5000;
const keepEveryMs = 1000;

const done: CommandResult = { code: 0, lines: [] };

/** Two databases without an id cannot be distinguished, so that parts of both would count as one back-test. */
const noInstallation =
  'The database has no installation id, by which the folder of a back-test knows it. The first start of the service over it writes one.';

/** What a back-test reads from, and how it knows which database that is. */
export type PartsDeps = DraftDeps & { readonly installation: Pick<Records['installation'], 'readId'> };

/** A back-test that is kept in a folder. */
type Kept = {
  readonly deps: DraftDeps;
  readonly draft: Policy;
  readonly folder: string;
  readonly subject: Subject;
  /** Prints how far it is, beside the results. */
  readonly progress: Report;
};

/** Says how far a part is, but not at every step. */
const progressOf = ({ progress }: Kept, part: Part, from: number) => {
  const began = performance.now();
  let saidAt = began;
  return (profiles: number, last: ProfileId | null, isDone: boolean): void => {
    const now = performance.now();
    if (!isDone && now - saidAt < sayEveryMs) return;
    saidAt = now;
    const perSecond = Math.round((1000 * (profiles - from)) / Math.max(1, now - began));
    reportPart(progress, { ...part, profiles, share: isDone ? 1 : shareDone(part, last), perSecond });
  };
};

/** Works on a part until its end, from where the run before has come to. */
const workOn = async (kept: Kept, part: Part, run: PartRun): Promise<Either<CommandResult, void>> => {
  const { deps, draft, subject } = kept;
  const draftReplay = replayUnderPolicy(deps, draft);
  const tally = createDraftTally();
  if (run.begun.counts !== null) tally.join(run.begun.counts);
  const { from, until } = rangeOf(part);
  const say = progressOf(kept, part, tally.counts().totals.profiles);
  let last = run.begun.last ?? from;
  let keptAt = performance.now();
  for await (const page of draftReplay.pages(last, subject.since, until)) {
    if (E.isLeft(page)) {
      const written = run.keep(last, tally.counts(), false);
      return E.isLeft(written) ? written : E.left(failureResult(page.left));
    }
    const { next, tried } = page.right;
    for (const { after, before, comes, goes, profileId, seq } of tried)
      if (before !== after) run.add({ profileId, seq, before, after, comes, goes });
    tally.add(page.right);
    const isDone = next === null;
    last = next ?? last;
    if (!isDone && performance.now() - keptAt < keepEveryMs) continue;
    const counts = tally.counts();
    const written = run.keep(last, counts, isDone);
    if (E.isLeft(written)) return written;
    keptAt = performance.now();
    say(counts.totals.profiles, last, isDone);
  }
  return E.right(undefined);
};

/** Does a part, unless it is done. */
const doPart = async (kept: Kept, part: Part): Promise<Either<CommandResult, void>> => {
  const { folder } = kept;
  const before = readPart(folder, part);
  if (E.isLeft(before)) return before;
  if (before.right?.isDone === true) return E.right(undefined);
  const run = beginPart(folder, part, before.right);
  return E.isLeft(run) ? run : workOn(kept, part, run.right);
};

const partsOf = (of: number): readonly Part[] => Array.from({ length: of }, (_, n) => ({ part: n + 1, of }));

/** The parts of a back-test and how far they are. */
const statesOf = (
  { folder }: Kept,
  of: number,
): Either<CommandResult, readonly { readonly part: Part; readonly state: PartState | null }[]> => {
  const states: { readonly part: Part; readonly state: PartState | null }[] = [];
  for (const part of partsOf(of)) {
    const state = readPart(folder, part);
    if (E.isLeft(state)) return state;
    states.push({ part, state: state.right });
  }
  return E.right(states);
};

type DonePart = { readonly part: Part; readonly state: PartState };

/** Reads the changes of all parts, in the order of the ids of their profiles. */
const eachChangeOf = async (
  folder: string,
  parts: readonly DonePart[],
  use: (change: KeptChange) => void,
): Promise<Either<CommandResult, void>> => {
  for (const { part, state } of parts) {
    const read = await eachChange(folder, part, state, use);
    if (E.isLeft(read)) return read;
  }
  return E.right(undefined);
};

/** Reports what all parts together have found, as one run over everything does; or nothing, if a part is damaged. */
const reportAll = async (kept: Kept, of: number, report: Report): Promise<CommandResult> => {
  const states = statesOf(kept, of);
  if (E.isLeft(states)) return states.left;
  const open = states.right.filter(({ state }) => state?.isDone !== true);
  for (const { part, state } of open) {
    const share = state === null ? 0 : shareDone(part, state.last);
    reportPart(kept.progress, { ...part, profiles: state?.counts?.totals.profiles ?? 0, share, perSecond: null });
  }
  const missing = open.map(({ part }) => `--shard ${part.part}/${of}`).join(', ');
  if (open.length > 0) return { code: 1, lines: [`Not all parts are done. Run, or wait for: ${missing}.`] };
  const parts = states.right.flatMap(({ part, state }) => (state === null ? [] : [{ part, state }]));
  const whole = await eachChangeOf(kept.folder, parts, () => undefined);
  if (E.isLeft(whole)) return whole.left;
  const read = await eachChangeOf(kept.folder, parts, (change) => reportChange(report, change));
  if (E.isLeft(read)) return read.left;
  const tally = createDraftTally();
  for (const { state } of parts) if (state.counts !== null) tally.join(state.counts);
  reportDraft(report, tally.summary());
  return done;
};

/**
 * Runs one part of a draft, with what it has found in a folder: a run that was ended goes on where it was, and several
 * processes can work on a part each. Without a part it begins nothing, and reports once all parts are done.
 */
export const replayDraftInParts = async (
  deps: PartsDeps,
  draft: Policy,
  { json, shard, since, state }: ReplayDecisionsArgs & { readonly state: string },
  output: Output,
): Promise<CommandResult> => {
  const installation = await deps.installation.readId();
  if (E.isLeft(installation)) return unavailableResult(installation.left);
  if (installation.right === null) return { code: 1, lines: [noInstallation] };
  const progress = reporter(json, output.printError);
  const kept: Kept = { deps, draft, folder: state, subject: subjectOf(installation.right, draft, since), progress };
  const parts = openFolder(state, kept.subject, shard?.of ?? null);
  if (E.isLeft(parts)) return parts.left;
  if (shard === null) return reportAll(kept, parts.right, reporter(json, output.print));
  const worked = await doPart(kept, shard);
  return E.isLeft(worked) ? worked.left : done;
};
