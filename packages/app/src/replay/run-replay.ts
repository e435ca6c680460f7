import {
  E,
  type Either,
  type NotFound,
  type Policy,
  type ProfileId,
  type Replayed,
  type ReplayNeeds,
  replayDecisions,
  replayUnder,
  type TriedPage,
  type Unavailable,
} from '@portcullis/domain';
import type { Wish } from './options.ts';
import {
  addTo,
  countIn,
  type DraftTally,
  noDraftYet,
  noneYet,
  type Say,
  sayChange,
  sayDiffering,
  sayDraft,
  sayTally,
  type Tally,
} from './report.ts';

type Failure = NotFound | Unavailable;

type Page = { readonly next: ProfileId | null };

/** Reads one page after another; each is released before the next one is read. */
const eachPage = async <P extends Page>(
  read: (after: ProfileId | null) => Promise<Either<Failure, P>>,
  use: (page: P) => void,
): Promise<Either<Failure, void>> => {
  let after: ProfileId | null = null;
  do {
    const page: Either<Failure, P> = await read(after);
    if (E.isLeft(page)) return page;
    use(page.right);
    after = page.right.next;
  } while (after !== null);
  return E.right(undefined);
};

/** Replays the stored decisions and reports those that differ; returns how many did. */
export const replayStored = async (
  needs: ReplayNeeds,
  { profile, since }: Wish,
  say: Say,
): Promise<Either<Failure, number>> => {
  const replays = replayDecisions(needs);
  let tally: Tally = noneYet;
  const use = (profiles: number, replayed: readonly Replayed[]): void => {
    for (const one of replayed) if (one.state === 'differs') sayDiffering(say, one);
    tally = addTo(tally, profiles, replayed);
  };
  if (profile === null) {
    const done = await eachPage(
      (after) => replays.page(after, since)(),
      (page) => use(page.profiles, page.replayed),
    );
    if (E.isLeft(done)) return done;
  } else {
    const done = await replays.one(profile, since)();
    if (E.isLeft(done)) return done;
    use(1, done.right);
  }
  sayTally(say, tally);
  return E.right(tally.differs);
};

/** Replays the newest decisions under a draft and reports what would change. */
export const replayDraft = async (
  needs: ReplayNeeds,
  draft: Policy,
  { profile, since }: Wish,
  say: Say,
): Promise<Either<Failure, void>> => {
  const trial = replayUnder(needs, draft);
  let tally: DraftTally = noDraftYet;
  const use = ({ profiles, tried, unjudged }: TriedPage): void => {
    for (const one of tried) if (one.before !== one.after) sayChange(say, one);
    const counted = tried.reduce(countIn, tally);
    tally = { ...counted, profiles: tally.profiles + profiles, unjudged: tally.unjudged + unjudged.length };
  };
  const done = await eachPage(
    (after): Promise<Either<Failure, TriedPage>> =>
      profile === null ? trial.page(after, since)() : trial.one(profile, since)(),
    use,
  );
  if (E.isLeft(done)) return done;
  sayDraft(say, tally);
  return E.right(undefined);
};
