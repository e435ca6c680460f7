import {
  E,
  type Either,
  type LedgerEntry,
  type LedgerReader,
  type Profile,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { orWhereDamaged, outageCauseOf, sequential } from '@portcullis/domain/kernel';
import type { EntryFinder, EntryPosition, LeftOut } from '@portcullis/domain/ports';
import type { RecordedDecision } from '@portcullis/domain/profile';
import { recordedDecision } from '@portcullis/domain/serialization';
import { entriesOf } from '@portcullis/domain/use-cases';

/** A decision of the system in a ledger; `recorded` is `null` where the entry lacks what it must have. */
export type SystemDecision = { readonly seq: number; readonly at: string; readonly recorded: RecordedDecision | null };

/** How many profiles are held in memory at a time when all of them are scanned. */
export const scanPageSize = 20;

/** How many entries are read at a time. */
const page = 1000;

/** Takes decisions up to the profile's version: later decisions do not belong to it. */
const decisionsIn = (profile: Profile, entries: readonly LedgerEntry[]): readonly SystemDecision[] =>
  entries
    .filter(({ seq, type }) => type === 'checks_completed' && seq <= profile.version)
    .map((entry) => ({ seq: entry.seq, at: entry.occurred_at, recorded: recordedDecision(entry) }));

/**
 * Every decision that the system made about a profile, the oldest first. An erased profile has none, because the
 * evidence for making them again is gone.
 */
export const systemDecisions =
  (ledgerReader: LedgerReader, profile: Profile): TaskEither<Unavailable, readonly SystemDecision[]> =>
  async () => {
    const decisions: SystemDecision[] = [];
    for (let afterSeq: number | undefined = profile.redaction ? undefined : 0; afterSeq !== undefined; ) {
      const query = { kind: 'status_change', afterSeq, limit: page } as const;
      const entries: Either<Unavailable, readonly LedgerEntry[]> = await entriesOf({ ledgerReader }, profile, query)();
      if (E.isLeft(entries)) return entries;
      decisions.push(...decisionsIn(profile, entries.right));
      afterSeq = entries.right.length < page ? undefined : entries.right.at(-1)?.seq;
    }
    return E.right(decisions);
  };

/** Leaves a profile out of which something does not open, so that it hides no other. */
export const orLeftOut = <A>({ id }: Profile, work: TaskEither<Unavailable, A>): TaskEither<Unavailable, A | LeftOut> =>
  pipe(
    work,
    orWhereDamaged((damage): TaskEither<Unavailable, LeftOut> => TE.right({ id, cause: outageCauseOf(damage) })),
  );

const newestSystemDecision = (
  ledgerReader: LedgerReader,
  profile: Profile,
): TaskEither<Unavailable, SystemDecision | null> =>
  pipe(
    systemDecisions(ledgerReader, profile),
    TE.map((decisions) => decisions.at(-1) ?? null),
  );

/** Where the newest decision should be that a profile has from the system. */
const positionsIn = ({ decision, id, redaction }: Profile): readonly EntryPosition[] =>
  !redaction && decision?.decidedBy.type === 'system' ? [{ profileId: id, seq: decision.seq }] : [];

/**
 * The newest decision of the system about each of some profiles (at most 50); `null` where there is none. Mostly it is
 * the one that the profile has, and all of these are read at once. Where a person has decided since, and where the
 * ledger says something else, the ledger is read from its beginning. A profile of which an entry does not open is
 * answered as `LeftOut`.
 */
export const newestDecisions = (
  ledgerReader: LedgerReader & EntryFinder,
  profiles: readonly Profile[],
): TaskEither<Unavailable, readonly (SystemDecision | LeftOut | null)[]> =>
  pipe(
    ledgerReader.entriesAt(profiles.flatMap(positionsIn)),
    TE.flatMap((entries) => {
      const found = new Map(entries.map((entry) => [entry.profile_id, entry]));
      return sequential(profiles, (profile): TaskEither<Unavailable, SystemDecision | LeftOut | null> => {
        const entry = found.get(profile.id);
        const [newest] = entry === undefined ? [] : decisionsIn(profile, [entry]);
        return newest !== undefined
          ? TE.right(newest)
          : orLeftOut(profile, newestSystemDecision(ledgerReader, profile));
      });
    }),
  );
