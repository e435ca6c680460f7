import {
  E,
  type Either,
  type NotFound,
  type Policy,
  type ProfileId,
  type TaskEither,
  type Unavailable,
} from '@portcullis/domain';
import {
  type DraftDeps,
  type ReplayDeps,
  type Replayed,
  replayDecisions,
  replayUnderPolicy,
  type SimulatedPage,
} from '@portcullis/explain';
import { eachPage } from '../command/each-page.ts';
import type { Report } from '../command/output.ts';
import { createDraftTally } from './draft-tally.ts';
import {
  addReplayed,
  emptyReplaySummary,
  type ReplaySummary,
  reportDamaged,
  reportDiffering,
  reportReplaySummary,
} from './report.ts';
import { reportChange, reportDraft } from './report-draft.ts';

/** The decisions that are made again: those of one profile, and since a time; `null` is no restriction. */
export type Restriction = { readonly profile: ProfileId | null; readonly since: string | null };

type Failure = NotFound | Unavailable;

/** How many decisions did not come out again, and how many profiles do not open. */
type Outcome = { readonly differing: number; readonly damaged: number };

/** Replays the stored decisions and reports those that differ. */
export const replayStored = async (
  deps: ReplayDeps,
  { profile, since }: Restriction,
  report: Report,
): Promise<Either<Failure, Outcome>> => {
  const replays = replayDecisions(deps);
  let summary: ReplaySummary = emptyReplaySummary;
  let damaged = 0;
  const use = (profiles: number, replayed: readonly Replayed[]): void => {
    for (const one of replayed) if (one.state === 'differs') reportDiffering(report, one);
    summary = addReplayed(summary, profiles, replayed);
  };
  if (profile === null) {
    const done = await eachPage(
      null,
      (after: ProfileId | null) => replays.page(after, since),
      (page) => {
        reportDamaged(report, page.damaged);
        damaged += page.damaged.length;
        use(page.profiles, page.replayed);
      },
    );
    if (E.isLeft(done)) return done;
  } else {
    const done = await replays.one(profile, since)();
    if (E.isLeft(done)) return done;
    use(1, done.right);
  }
  reportReplaySummary(report, summary);
  return E.right({ differing: summary.differs, damaged });
};

/** Replays the newest decisions under a draft and reports what would change. */
export const replayDraft = async (
  deps: DraftDeps,
  draft: Policy,
  { profile, since }: Restriction,
  report: Report,
): Promise<Either<Failure, Pick<Outcome, 'damaged'>>> => {
  const draftReplay = replayUnderPolicy(deps, draft);
  const tally = createDraftTally();
  let damaged = 0;
  const use = (page: SimulatedPage): void => {
    reportDamaged(report, page.damaged);
    damaged += page.damaged.length;
    for (const one of page.tried) if (one.before !== one.after) reportChange(report, one);
    tally.add(page);
  };
  const done = await eachPage(
    null,
    (after: ProfileId | null): TaskEither<Failure, SimulatedPage> =>
      profile === null ? draftReplay.page(after, since) : draftReplay.one(profile, since),
    use,
  );
  if (E.isLeft(done)) return done;
  reportDraft(report, tally.summary());
  return E.right({ damaged });
};
