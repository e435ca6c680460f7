import { E, type Either, type LedgerEntry, type Profile, type ProfileId, type Unavailable } from '@portcullis/domain';
import { concernsOneRecord, decode, oneOf, t } from '@portcullis/domain/kernel';
import { eachPage } from '../command/each-page.ts';
import type { Records } from '../command/open-records.ts';
import type { Erasure } from './erasure-list.ts';

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
    if (E.isLeft(read)) return concernsOneRecord(read.left) ? E.right([]) : read;
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

/** Finds every erasure. A row that cannot be read stops nothing: its ledger is read instead. */
export const findErasures = async (records: Records): Promise<Either<Unavailable, FoundErasures>> => {
  const erasures: Erasure[] = [];
  const unreadable: ProfileId[] = [];
  const read = await eachPage(
    null,
    (after: ProfileId | null) => records.profiles.scan(after, page),
    ({ damaged, profiles }) => {
      erasures.push(...profiles.flatMap(erasureOf));
      unreadable.push(...damaged.map(({ id }) => id));
    },
  );
  if (E.isLeft(read)) return read;
  for (const id of unreadable) {
    const recorded = await erasureInLedger(records, id);
    if (E.isLeft(recorded)) return recorded;
    erasures.push(...recorded.right);
  }
  return E.right({ erasures, unreadable });
};
