import { type Clock, E, type Either, type TaskEither } from '@portcullis/domain';
import { confirmingDriver } from '../driver/confirmed-absence.ts';
import { InstallationRow, installationRowId } from '../driver/installation.ts';
import { type InstallationMark, isInstallationId, markText, parseMark } from '../driver/installation-mark.ts';
import { getRow } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { sealedMarker } from '../keys/sealed-marker.ts';
import { copiedTables, recordsOf } from './copied-tables.ts';
import { type CopyFailure, ofSource, ofTarget, refused } from './copy-failure.ts';
import { type CopyEnds, type CopyProgress, compareCounts, copyTables } from './copy-tables.ts';
import { isServed, stateOf } from './source-state.ts';

/** A copy that was begun: whose records these are, and what the source held then. */
export type BegunCopy = { readonly installation: string; readonly state: string; readonly isResumed: boolean };

export type RecordCopyOptions = {
  /** The database from which is copied. It is read alone, until its records are in the other one. */
  readonly source: RecordDriver;
  readonly target: RecordDriver;
  readonly keyring: Keyring;
  /** A clock that does not differ from that of the source. */
  readonly clock: Clock;
  /** The installation that the source must be of; `null`: any. */
  readonly expected?: string | null;
  /** How many rows are read at a time; two of these pages are held. */
  readonly rowsAtOnce?: number;
};

/** The steps of a copy, in this order. Each can be run again, and so can all of them after they were ended anywhere. */
export type RecordCopy = {
  /** Marks the target, which must be empty or begun by a copy of this source. `complete`: nothing is left to do. */
  readonly begin: TaskEither<CopyFailure, BegunCopy | 'complete'>;
  /** Copies the rows and the bytes of files, and compares how many there are of each table. */
  readonly copy: (onProgress: (progress: CopyProgress) => void) => TaskEither<CopyFailure, void>;
  /**
   * Marks the source as moved, makes sure that nobody has written to it meanwhile, and makes the target the database of
   * the installation. At no moment both could be served.
   */
  readonly finish: (begun: BegunCopy) => TaskEither<CopyFailure, void>;
};

const table = 'installation';

const readRow = (driver: RecordDriver) => getRow(driver, table, installationRowId, InstallationRow);

/** Replaces what stands in the row of a database; `false`: somebody has written to it meanwhile. */
const replaceRow = (driver: RecordDriver, expected: InstallationRow, columns: InstallationRow) =>
  driver.updateIf({ table, id: installationRowId, expected, columns });

const servedStill =
  'A service works with the source, or was killed less than half a minute ago. Stop every instance, and call this again.';
const writtenTo =
  'Somebody has written to the source since the copy was begun, so the target lacks something. Stop every instance of the service, empty the target (drop its database, and create it again), and call this again.';

/** What is known of the source: whose it is, the number of its writes, and whether it is marked as moved. */
type Source = { readonly installation: string; readonly writes: number; readonly isMoved: boolean };

const readSource = async (source: RecordDriver): Promise<Either<CopyFailure, Source>> => {
  const row = await ofSource(readRow(source));
  if (E.isLeft(row)) return row;
  const { installation = '', writes = 0 } = row.right ?? {};
  const mark = parseMark(installation);
  if (mark?.kind === 'moved') return E.right({ installation: mark.installation, writes, isMoved: true });
  return isInstallationId(installation)
    ? E.right({ installation, writes, isMoved: false })
    : refused('The source is not the whole database of an installation.');
};

const isEmpty = async (target: RecordDriver): Promise<Either<CopyFailure, boolean>> => {
  for (const one of copiedTables) {
    const found = await ofTarget(target.page(one, { filter: recordsOf(one), columns: ['id'], limit: 1 }));
    if (E.isLeft(found)) return found;
    if (found.right.length > 0) return E.right(false);
  }
  return E.right(true);
};

/** Writes the mark of a copy that is not complete into an empty database. */
const markTarget = async (
  target: RecordDriver,
  row: InstallationRow | null,
  mark: InstallationMark,
): Promise<Either<CopyFailure, void>> => {
  const marked = { installation: markText(mark), writes: 0 };
  if (row === null)
    return ofTarget(target.transaction([{ kind: 'insert', table, row: { id: installationRowId, ...marked } }]));
  const replaced = await ofTarget(replaceRow(target, row, marked));
  if (E.isLeft(replaced)) return replaced;
  return replaced.right ? E.right(undefined) : refused('Somebody else writes to the target.');
};

const otherTarget = ({ isMoved }: Source): Either<CopyFailure, never> =>
  refused(
    isMoved
      ? 'The records of the source were moved to another database already.'
      : 'The target has records that are not of a copy of this source. Name an empty database.',
  );

/** What the target says of itself before anything is written to it. */
const beginIn = async (
  target: RecordDriver,
  source: Source,
  state: string,
): Promise<Either<CopyFailure, BegunCopy | 'complete'>> => {
  const { installation } = source;
  const row = await ofTarget(readRow(target));
  if (E.isLeft(row)) return row;
  const mark = parseMark(row.right?.installation ?? '');
  if (row.right?.installation === installation)
    return source.isMoved
      ? E.right('complete')
      : refused('The target is the database of this installation already, and the source may be an older copy of it.');
  if (mark?.kind === 'incomplete') {
    if (mark.installation !== installation) return refused('The target is of an incomplete copy of another database.');
    return E.right({ installation, state: mark.state, isResumed: true });
  }
  const empty = await isEmpty(target);
  if (E.isLeft(empty)) return empty;
  if (!empty.right || mark !== null || source.isMoved) return otherTarget(source);
  const marked = await markTarget(target, row.right, { kind: 'incomplete', installation, state });
  return E.map((): BegunCopy => ({ installation, state, isResumed: false }))(marked);
};

/** What has to be true of the source at the beginning and at the end. Answers its state. */
const quietState = async (source: RecordDriver, now: number): Promise<Either<CopyFailure, string>> => {
  const served = await ofSource(isServed(source, now));
  if (E.isLeft(served)) return served;
  return served.right ? refused(servedStill) : ofSource(stateOf(source));
};

/** Refuses a source that is not sealed: PostgreSQL keeps what is deleted, and only the end of its key erases it. */
const requireSealed = async (source: RecordDriver, keyring: Keyring): Promise<Either<CopyFailure, void>> => {
  const marked = await ofSource(sealedMarker(source, keyring, false).isMarked);
  if (E.isLeft(marked)) return marked;
  return marked.right
    ? E.right(undefined)
    : refused('Not everything in the source is sealed: call npx portcullis keys rotate over it first.');
};

export const recordCopy = (options: RecordCopyOptions): RecordCopy => {
  const { clock, expected = null, keyring, rowsAtOnce = 400 } = options;
  const source = confirmingDriver(options.source);
  const target = confirmingDriver(options.target);
  const ends: CopyEnds = { source, target, rowsAtOnce };

  const setMoved = async (known: Source, isMoved: boolean): Promise<Either<CopyFailure, boolean>> => {
    const { installation, writes } = known;
    const [own, moved] = [installation, markText({ kind: 'moved', installation })];
    const [from, to] = isMoved ? [own, moved] : [moved, own];
    return ofSource(replaceRow(source, { installation: from, writes }, { installation: to, writes }));
  };

  /** The source has something that the target has not, and is served again where it was marked. */
  const refuseWritten = async (
    known: Source,
    why: Either<CopyFailure, never> = refused(writtenTo),
  ): Promise<Either<CopyFailure, never>> => {
    const given = known.isMoved ? await setMoved(known, false) : E.right(true);
    return E.isLeft(given) ? given : why;
  };

  const makeOwn = async ({ installation, state }: BegunCopy, writes: number): Promise<Either<CopyFailure, void>> => {
    const incomplete = markText({ kind: 'incomplete', installation, state });
    const made = await ofTarget(replaceRow(target, { installation: incomplete, writes: 0 }, { installation, writes }));
    if (E.isLeft(made) || made.right) return E.map(() => undefined)(made);
    const row = await ofTarget(readRow(target));
    if (E.isLeft(row)) return row;
    return row.right?.installation === installation
      ? E.right(undefined)
      : refused('Somebody else writes to the target.');
  };

  return {
    begin: async () => {
      const known = await readSource(source);
      if (E.isLeft(known)) return known;
      if (expected !== null && known.right.installation !== expected)
        return refused('The source is not the installation that DATABASE_INSTALLATION_ID names.');
      const sealed = await requireSealed(source, keyring);
      if (E.isLeft(sealed)) return sealed;
      const state = await quietState(source, clock.now());
      if (E.isLeft(state)) return state;
      const begun = await beginIn(target, known.right, state.right);
      const isSame = E.isLeft(begun) || begun.right === 'complete' || begun.right.state === state.right;
      return isSame ? begun : refuseWritten(known.right);
    },
    copy: (onProgress) => async () => {
      const copied = await copyTables(ends, onProgress);
      return E.isLeft(copied) ? copied : compareCounts(ends);
    },
    finish: (begun) => async () => {
      const known = await readSource(source);
      if (E.isLeft(known)) return known;
      const before = await quietState(source, clock.now());
      if (E.isLeft(before)) return before;
      if (before.right !== begun.state) return refuseWritten(known.right);
      const moved = known.right.isMoved ? E.right(true) : await setMoved(known.right, true);
      if (E.isLeft(moved)) return moved;
      if (!moved.right) return refused(writtenTo);
      const after = await quietState(source, clock.now());
      const marked = { ...known.right, isMoved: true };
      if (E.isLeft(after)) return after.left._tag === 'NoAnswer' ? after : refuseWritten(marked, after);
      if (after.right !== begun.state) return refuseWritten(marked);
      return makeOwn(begun, known.right.writes);
    },
  };
};
