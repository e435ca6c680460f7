import { withPorts } from '@portcullis/domain/input';
import {
  concernsOneRecord,
  E,
  type Either,
  mapConcurrent,
  type NotFound,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import {
  type ChainFault,
  type ChainPosition,
  chainStart,
  type LedgerEntry,
  verifyNextEntry,
} from '@portcullis/domain/ledger';
import type { LedgerReader, ProfileStore } from '@portcullis/domain/ports';
import type { Profile } from '@portcullis/domain/profile';
import { endpointEventOf } from '@portcullis/events/ports';
import { isAdministrationEntry } from '../access/administration-event.ts';
import type { RecordFinding, RecordInspector } from '../ports/record-inspector.ts';
import type { RecordScanner } from '../ports/record-scanner.ts';
import { type AddedFile, addedFiles, unnamedFiles } from './added-files.ts';
import type { LedgerFault } from './ledger-faults.ts';

/** A profile, or an endpoint, whose ledger was verified: how many entries were valid, and what was wrong. */
export type Examined = {
  readonly profileId: ProfileId;
  readonly entries: number;
  readonly faults: readonly LedgerFault[];
};

/** Some profiles of all tenants, by id; `next` is where the next page begins, `null` on the last one. */
export type ExaminedPage = { readonly examined: readonly Examined[]; readonly next: ProfileId | null };

/**
 * Verifies the ledgers of all profiles and endpoints, page by page, and compares the row of each profile with its
 * ledger. It also finds entries without a row and rows without entries. In each ledger it names the first bad position.
 * A row that cannot be read is a fault, and stops nothing; a ledger that grows meanwhile is not a fault. It holds some
 * hundred entries at a time, and writes nothing.
 */
export type ExamineLedger = {
  /** The profiles after `after`. */
  readonly page: (after: ProfileId | null) => TaskEither<Unavailable, ExaminedPage>;
  /** The faults of the rows that belong to no profile. */
  readonly service: TaskEither<Unavailable, readonly LedgerFault[]>;
  /** Answers `NotFound` where there is neither a row nor an entry. */
  readonly one: (id: ProfileId) => TaskEither<NotFound | Unavailable, Examined>;
};

type Deps = {
  readonly profiles: Pick<ProfileStore, 'getAny'>;
  readonly ledgerReader: LedgerReader;
  /** Reads the ledger without the part that can be erased, so that it can be read whatever state the row is in. */
  readonly chains: LedgerReader;
  readonly index: RecordScanner;
  readonly inspector: RecordInspector;
  /** Whether the bytes of all files are read. They are read one at a time of each profile. */
  readonly readsFiles: boolean;
  /** Judges a profile that agrees with its ledger by what it was decided from. */
  readonly judge: (profile: Profile) => TaskEither<Unavailable, readonly LedgerFault['fault'][]>;
};

/** How many entries are read at a time, how many ids, and how many profiles are verified at once. */
const entryPage = 200;
const idPage = 200;
const concurrency = 8;

type Row = Profile | keyof typeof unread;
type Walk = {
  readonly position: ChainPosition;
  readonly added: readonly AddedFile[];
  readonly fault: LedgerFault | null;
  /** Whether every entry is one of an endpoint, or of what staff look after, which has no row of a profile. */
  readonly hasNoProfile: boolean;
};

const unread = { none: 'no_row', unreadable: 'row_unreadable', locked: 'row_locked' } as const;

/** Data that are not what they must be are a finding. An outage, in which nothing could be read, is not. */
const isUnreadable = ({ outageCause }: Unavailable): boolean => outageCause === 'record_damaged';

const rowOf = ({ profiles }: Deps, id: ProfileId): TaskEither<Unavailable, Row> =>
  pipe(
    profiles.getAny(id),
    TE.map((profile): Row => profile),
    TE.orElse((failure): TaskEither<Unavailable, Row> => {
      if (failure._tag === 'NotFound') return TE.right('none');
      if (isUnreadable(failure)) return TE.right('unreadable');
      return concernsOneRecord(failure) ? TE.right('locked') : TE.left(failure);
    }),
  );

const entriesAfter = (
  ledgerReader: LedgerReader,
  id: ProfileId,
  afterSeq: number,
  limit: number,
): TaskEither<Unavailable, readonly LedgerEntry[] | 'unreadable'> =>
  pipe(
    ledgerReader.entries(id, { afterSeq, limit }),
    TE.orElse(
      (failure): TaskEither<Unavailable, readonly LedgerEntry[] | 'unreadable'> =>
        isUnreadable(failure) ? TE.right('unreadable') : TE.left(failure),
    ),
  );

/** Whether the erasable part of an entry is gone although nobody has erased the profile. */
const lacksPersonal = ({ personal, personal_digest: digest }: LedgerEntry, row: Row): boolean =>
  typeof row !== 'string' && row.salt !== '' && digest !== undefined && personal === undefined;

/** Whether an entry stands in the ledger of an endpoint, or of something else that staff look after. */
const isOfNoProfile = (entry: LedgerEntry): boolean => endpointEventOf(entry) !== null || isAdministrationEntry(entry);

const verifyEntries = (id: ProfileId, row: Row, from: ChainPosition, entries: readonly LedgerEntry[]): Walk => {
  const owner = { profileId: id, salt: typeof row === 'string' ? null : row.salt };
  const added = addedFiles(entries);
  const hasNoProfile = entries.every(isOfNoProfile);
  let position = from;
  for (const entry of entries) {
    const step: Either<ChainFault, ChainPosition> = verifyNextEntry(owner, position, entry);
    if (E.isLeft(step)) return { position, added, hasNoProfile, fault: step.left };
    if (lacksPersonal(entry, row))
      return { position, added, hasNoProfile, fault: { seq: entry.seq, fault: 'personal_missing' } };
    position = step.right;
  }
  return { position, added, hasNoProfile, fault: null };
};

/**
 * Verifies up to the end of the ledger. If a page has an entry that cannot be read, its entries are read one by one, up
 * to that entry.
 */
const verifyToEnd =
  (deps: Deps, id: ProfileId, row: Row, from: ChainPosition): TaskEither<Unavailable, Walk> =>
  async () => {
    const ledger = typeof row === 'string' ? deps.chains : deps.ledgerReader;
    let position = from;
    const added: AddedFile[] = [];
    let hasNoProfile = true;
    for (let limit = entryPage; ; ) {
      const page = await entriesAfter(ledger, id, position.seq, limit)();
      if (E.isLeft(page)) return page;
      if (page.right === 'unreadable') {
        const fault = { seq: position.seq + 1, fault: 'unreadable' } as const;
        if (limit === 1) return E.right({ position, added, hasNoProfile, fault });
        limit = 1;
        continue;
      }
      const walk = verifyEntries(id, row, position, page.right);
      added.push(...walk.added);
      hasNoProfile &&= walk.hasNoProfile;
      if (walk.fault || page.right.length < limit) return E.right({ ...walk, added, hasNoProfile });
      position = walk.position;
    }
  };

const rowFault = (row: Profile, { hash, seq, status }: ChainPosition): LedgerFault | null => {
  if (row.version < seq) return { seq: row.version + 1, fault: 'row_version' };
  if (row.version > seq && seq === 0) return { seq: null, fault: 'no_entries' };
  // If the row ends with the hash with which the ledger ends, the row has a wrong version, and the ledger lacks
  // nothing.
  if (row.version > seq && row.ledgerHead === hash) return { seq, fault: 'row_version' };
  if (row.version > seq) return { seq: seq + 1, fault: 'missing' };
  if (row.ledgerHead !== hash) return { seq, fault: 'row_head' };
  return row.status === status ? null : { seq, fault: 'row_status' };
};

/** Whether the profile was erased, perhaps since its row was read first. */
const isErasedRow = (row: Either<Unavailable, Row>): boolean =>
  E.isRight(row) && typeof row.right !== 'string' && row.right.salt === '';

/** Whether the row is behind what was read of its ledger before it. */
const isBehind = (row: Either<Unavailable, Row>, seq: number): boolean =>
  E.isRight(row) && typeof row.right !== 'string' && row.right.version < seq;

/** The faults of the events of a ledger that has no profile. */
const faultsOfEndpoint = ({ inspector }: Deps, id: ProfileId): TaskEither<Unavailable, readonly LedgerFault[]> =>
  pipe(
    inspector.eventsOfEndpoint(id),
    TE.map((faults) => faults.map((fault) => ({ seq: null, fault }))),
  );

/** The faults of a row by itself. */
const faultsOfRow = (row: Row, id: ProfileId): readonly LedgerFault[] => {
  if (typeof row === 'string') return [{ seq: null, fault: unread[row] }];
  return row.id === id ? [] : [{ seq: null, fault: 'row_foreign' }];
};

/** The faults of the rows and the files beside a profile. */
const findingsBeside =
  ({ inspector, readsFiles }: Deps, row: Profile): TaskEither<Unavailable, readonly RecordFinding[]> =>
  async () => {
    const beside = await inspector.besideProfile(row)();
    if (E.isLeft(beside) || !readsFiles) return beside;
    const files = await inspector.filesOf(row)();
    if (E.isLeft(files)) return files;
    const known = new Set(beside.right.map(({ file }) => file));
    return E.right([...beside.right, ...files.right.filter(({ file }) => !known.has(file))]);
  };

/**
 * The faults beside a profile that agrees with its ledger. Where the profile has changed meanwhile, what was read
 * beside it belongs to another version and says nothing (`null`).
 */
const faultsBeside =
  (deps: Deps, row: Profile, added: readonly AddedFile[]): TaskEither<Unavailable, readonly LedgerFault[] | null> =>
  async () => {
    const beside = await findingsBeside(deps, row)();
    if (E.isLeft(beside)) return beside;
    const judged = await deps.judge(row)();
    if (E.isLeft(judged)) return judged;
    const unnamed = unnamedFiles(row, added);
    if (beside.right.length + judged.right.length + unnamed.length === 0) return E.right([]);
    const now = await deps.profiles.getAny(row.id)();
    if (E.isLeft(now) || now.right.version !== row.version) return E.right(null);
    return E.right([
      ...unnamed.map(({ id, seq }) => ({ seq, fault: 'file_evidence' as const, file: id })),
      ...beside.right.map((finding) => ({ seq: null, ...finding })),
      ...judged.right.map((fault) => ({ seq: null, fault })),
    ]);
  };

/**
 * Reads the row, then the ledger to its end, and where the ledger is longer the row again. Entries and row are written
 * in one step, so that a row which is read after an entry has at least the version of that entry.
 */
const examine =
  (deps: Deps, id: ProfileId): TaskEither<Unavailable, Examined> =>
  async () => {
    let position = chainStart;
    const added: AddedFile[] = [];
    const result = (faults: readonly LedgerFault[]): Either<Unavailable, Examined> =>
      E.right({ profileId: id, entries: position.seq, faults });
    let known = await rowOf(deps, id)();
    for (;;) {
      if (E.isLeft(known)) return known;
      const row = known.right;
      const walk = await verifyToEnd(deps, id, row, position)();
      if (E.isLeft(walk)) return walk;
      position = walk.right.position;
      added.push(...walk.right.added);
      const ofRow = faultsOfRow(row, id);
      if (walk.right.fault?.fault === 'personal_missing') {
        known = await rowOf(deps, id)();
        if (isErasedRow(known)) continue;
      }
      if (walk.right.fault) return result([...ofRow, walk.right.fault]);
      if (row === 'none' && walk.right.hasNoProfile && position.seq > 0) {
        const ofEvents = await faultsOfEndpoint(deps, id)();
        return E.isLeft(ofEvents) ? ofEvents : result(ofEvents.right);
      }
      if (typeof row === 'string' || ofRow.length > 0) return result(ofRow);
      const fault = rowFault(row, position);
      if (fault === null && position.seq === row.version) {
        const beside: Either<Unavailable, readonly LedgerFault[] | null> = await faultsBeside(deps, row, added)();
        if (E.isLeft(beside)) return beside;
        if (beside.right !== null) return result(beside.right);
      } else if (position.seq <= row.version) return result(fault ? [fault] : []);
      known = await rowOf(deps, id)();
      if (isBehind(known, position.seq)) return result(fault ? [fault] : []);
    }
  };

const examineAll =
  (deps: Deps, ids: readonly ProfileId[]): TaskEither<Unavailable, readonly Examined[]> =>
  async () => {
    const examined = await mapConcurrent(ids, (id) => examine(deps, id)(), concurrency);
    const results: Examined[] = [];
    for (const one of examined) {
      if (E.isLeft(one)) return one;
      results.push(one.right);
    }
    return E.right(results);
  };

type IdPage = { readonly ids: readonly ProfileId[]; readonly next: ProfileId | null };

/** The ids of both lists up to the last id that both lists cover; later ids come with the next page. */
const mergeIds = (rows: readonly ProfileId[], chains: readonly ProfileId[]): IdPage => {
  const ends = [rows.at(-1), chains.at(-1)].filter((id) => id !== undefined);
  const lastCommonId = ends.toSorted()[0] ?? null;
  const ids = [...new Set([...rows, ...chains])].filter((id) => lastCommonId !== null && id <= lastCommonId);
  return { ids: ids.toSorted(), next: lastCommonId };
};

export const examineLedger = withPorts(
  'examineLedger',
  ['inspector', 'index', 'chains', 'judge', 'ledgerReader', 'profiles', 'readsFiles'],
  (deps: Deps): ExamineLedger => ({
    service: pipe(
      deps.inspector.ofService(),
      TE.map((faults) => faults.map((fault) => ({ seq: null, fault }))),
    ),
    one: (id) =>
      pipe(
        examine(deps, id),
        TE.flatMap((examined): TaskEither<NotFound | Unavailable, Examined> => {
          const isNothing = examined.entries === 0 && examined.faults.every(({ fault }) => fault === 'no_row');
          return isNothing ? TE.left({ _tag: 'NotFound' }) : TE.right(examined);
        }),
      ),
    page: (after) =>
      pipe(
        TE.Do,
        TE.bindW('rows', () => deps.index.profileIds(after, idPage)),
        TE.bindW('chains', () => deps.index.chainIds(after, idPage)),
        TE.bindW('known', ({ rows, chains }) => TE.right(mergeIds(rows, chains))),
        TE.bindW('examined', ({ known }) => examineAll(deps, known.ids)),
        TE.map(({ examined, known }) => ({ examined, next: known.next })),
      ),
  }),
  ['readsFiles'],
);
