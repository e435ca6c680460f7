import { E, type Either, type LedgerEntry, type Profile, type ProfileId, type Unavailable } from '@portcullis/domain';
import { decode, oneOf, t } from '@portcullis/domain/kernel';
import type { Records } from '../command/open-records.ts';
import type { Erasure } from './erasure-list.ts';
import { isUnreadable } from './unreadable.ts';

/** The erasures that a database knows, and the profiles whose row cannot be read. */
export type FoundErasures = { readonly erasures: readonly Erasure[]; readonly unreadable: readonly ProfileId[] };

const page = 100;

const erasureOf = ({ id, redaction }: Profile): readonly Erasure[] =>
  redaction ? [{ id, requested_at: redaction.requestedAt, because: redaction.because }] : [];

const RequestedEntry = t.type({
  type: t.literal('profile.erasure_requested'),
  recorded_at: t.string,
  data: t.type({ because: oneOf(['requested', 'retention']) }),
});

/** The erasure that the ledger of a profile tells. A ledger that cannot be read tells none. */
const erasureInLedger = async (
  { chains }: Records,
  id: ProfileId,
): Promise<Either<Unavailable, readonly Erasure[]>> => {
  for (let afterSeq = 0; ; ) {
    const read: Either<Unavailable, readonly LedgerEntry[]> = await chains.entries(id, { afterSeq, limit: page })();
    if (E.isLeft(read)) return isUnreadable(read.left) ? E.right([]) : read;
    for (const entry of read.right) {
      const known = decode(RequestedEntry, entry);
      if (E.isLeft(known)) continue;
      const { data, recorded_at: at } = known.right;
      return E.right([{ id, requested_at: at, because: data.because }]);
    }
    const last = read.right.at(-1);
    if (last === undefined || read.right.length < page) return E.right([]);
    afterSeq = last.seq;
  }
};

const erasuresOfRow = async (records: Records, id: ProfileId): Promise<Either<Unavailable, FoundErasures>> => {
  const profile = await records.profiles.getAny(id)();
  if (E.isRight(profile)) return E.right({ erasures: erasureOf(profile.right), unreadable: [] });
  if (profile.left._tag === 'NotFound') return E.right({ erasures: [], unreadable: [] });
  if (!isUnreadable(profile.left)) return E.left(profile.left);
  const recorded = await erasureInLedger(records, id);
  return E.isLeft(recorded) ? recorded : E.right({ erasures: recorded.right, unreadable: [id] });
};

type FoundPage = FoundErasures & { readonly next: ProfileId | null };

/** The erasures of some profiles, read one by one, and where the next page begins. */
const pageByRow = async (records: Records, after: ProfileId | null): Promise<Either<Unavailable, FoundPage>> => {
  const ids = await records.recordScanner.profileIds(after, page)();
  if (E.isLeft(ids)) return ids;
  const found: FoundErasures[] = [];
  for (const id of ids.right) {
    const one = await erasuresOfRow(records, id);
    if (E.isLeft(one)) return one;
    found.push(one.right);
  }
  const erasures = found.flatMap((one) => one.erasures);
  return E.right({ erasures, unreadable: found.flatMap((one) => one.unreadable), next: ids.right.at(-1) ?? null });
};

const pageAfter = async (records: Records, after: ProfileId | null): Promise<Either<Unavailable, FoundPage>> => {
  const read = await records.profiles.scan(after, page)();
  if (E.isLeft(read)) return isUnreadable(read.left) ? pageByRow(records, after) : read;
  const erasures = read.right.flatMap(erasureOf);
  return E.right({ erasures, unreadable: [], next: read.right.at(-1)?.id ?? null });
};

/** Finds every erasure. A row that cannot be read stops nothing: its ledger is read instead. */
export const findErasures = async (records: Records): Promise<Either<Unavailable, FoundErasures>> => {
  const erasures: Erasure[] = [];
  const unreadable: ProfileId[] = [];
  for (let after: ProfileId | null = null; ; ) {
    const found: Either<Unavailable, FoundPage> = await pageAfter(records, after);
    if (E.isLeft(found)) return found;
    erasures.push(...found.right.erasures);
    unreadable.push(...found.right.unreadable);
    after = found.right.next;
    if (after === null) return E.right({ erasures, unreadable });
  }
};
