import { type Clock, E, type Either, type IdGenerator, pipe, type TaskEither } from '@portcullis/domain';
import { confirmingDriver } from '../driver/confirmed-absence.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { checkKeys } from '../keys/wrapped-keys.ts';
import { isServed, servedText } from '../stores/is-served.ts';
import { type CopyFailure, ofSource, ofTarget, refuseCopy } from './copy-failure.ts';
import {
  alreadyMoved,
  type BegunCopy,
  beginIn,
  ensureOwn,
  examineTarget,
  giveUp,
  makeOwn,
  readSource,
  type Source,
  setMoved,
} from './copy-marks.ts';
import { type CopyProgress, copyTables } from './copy-tables.ts';
import { stateOf } from './source-state.ts';

export type RecordCopyOptions = {
  /** The database from which is copied. It is read alone, until its records are in the other one. */
  readonly source: RecordDriver;
  readonly target: RecordDriver;
  readonly keyring: Keyring;
  readonly ids: IdGenerator;
  /** A clock that does not differ from that of the source. */
  readonly clock: Clock;
  /** The installation that the source must be of; `null`: any. */
  readonly expected?: string | null;
  /** How many rows are read at a time; two of these pages are held. */
  readonly rowsAtOnce?: number;
};

/** The steps of a copy, in this order. Each can be run again, and so can all of them after they were ended anywhere. */
export type RecordCopy = {
  /**
   * Looks at both, and writes to neither: the keys must be those of the source, nobody work with it, and the target be
   * empty or of a copy of this source. `hasTable` says whether the target has the table of the installation; its other
   * tables may be those of an earlier release, or missing.
   */
  readonly examine: (hasTable: boolean) => TaskEither<CopyFailure, void>;
  /** Marks the target, which must be empty or begun by a copy of this source. `complete`: nothing is left to do. */
  readonly begin: TaskEither<CopyFailure, BegunCopy | 'complete'>;
  /** Copies the rows and the bytes of files, and compares how many there are of each table. */
  readonly copy: (begun: BegunCopy, onProgress: (progress: CopyProgress) => void) => TaskEither<CopyFailure, void>;
  /**
   * Marks the source as moved, makes sure that nobody has written to it meanwhile, and makes the target the database of
   * the installation. At no moment both could be served.
   */
  readonly finish: (begun: BegunCopy) => TaskEither<CopyFailure, void>;
};

const writtenTo =
  'Somebody has written to the source since the copy was begun, so the target lacks something. Stop every instance of the service, empty the target (drop its database with its backups, and create it again), and call this again.';

const differs =
  'The target does not hold what the source does: empty it (drop its database with its backups, and create it again), and call this again.';

/** What has to be true of the source at the beginning and at the end. Answers its state. */
const quietState = async (source: RecordDriver, now: number): Promise<Either<CopyFailure, string>> => {
  const served = await ofSource(isServed(source, now));
  if (E.isLeft(served)) return served;
  return served.right ? refuseCopy(servedText('source')) : ofSource(stateOf(source));
};

/** Refuses a source that other keys have sealed than those of the service over the target. */
const requireKeys = async (source: RecordDriver, keyring: Keyring): Promise<Either<CopyFailure, void>> => {
  const faults = await ofSource(checkKeys(source, keyring));
  if (E.isLeft(faults)) return faults;
  const [first] = faults.right;
  return first === undefined ? E.right(undefined) : refuseCopy(`${first.what} ${first.remedy}`);
};

type Ends = Pick<RecordCopyOptions, 'clock' | 'source' | 'target'>;

/**
 * The source has something that the target has not, and is served again where it was marked by this copy. It is never
 * given back to a service beside a target that another process has completed, or could complete.
 */
const refuseWritten = async (
  { source, target }: Pick<Ends, 'source' | 'target'>,
  known: Source,
  begun: BegunCopy,
): Promise<Either<CopyFailure, never>> => {
  const { movedBy } = known;
  const own = await (movedBy === null ? ensureOwn(target, begun) : giveUp(target, begun));
  if (E.isLeft(own)) return own;
  const given = movedBy === null ? E.right(true) : await setMoved(source, known, movedBy, false);
  return E.isLeft(given) ? given : refuseCopy(writtenTo);
};

/** Whether the source is still what it was when the copy was begun. */
const ensureState = async (ends: Ends, known: Source, begun: BegunCopy): Promise<Either<CopyFailure, void>> => {
  const now = await quietState(ends.source, ends.clock.now());
  if (E.isRight(now) && now.right === begun.state) return E.right(undefined);
  const isLeftAsItIs = E.isLeft(now) && (now.left._tag === 'NoAnswer' || known.movedBy === null);
  return isLeftAsItIs ? now : refuseWritten(ends, known, begun);
};

/** The target has the state with which the copy was begun, which the source has still. */
const ensureSame = async (
  target: RecordDriver,
  { writes }: Source,
  begun: BegunCopy,
): Promise<Either<CopyFailure, void>> => {
  const there = await ofTarget(stateOf(target, writes));
  if (E.isLeft(there)) return there;
  return there.right === begun.state ? E.right(undefined) : refuseCopy(differs);
};

/** A copy of the records of one database into another one. Creating it sends nothing. */
export const recordCopy = (options: RecordCopyOptions): RecordCopy => {
  const { clock, expected = null, ids, keyring, rowsAtOnce = 1000 } = options;
  const source = confirmingDriver(options.source);
  const target = confirmingDriver(options.target);

  const examineSource = async (): Promise<Either<CopyFailure, { readonly known: Source; readonly state: string }>> => {
    const known = await readSource(source);
    if (E.isLeft(known)) return known;
    if (expected !== null && known.right.installation !== expected)
      return refuseCopy('The source is not the installation that DATABASE_INSTALLATION_ID names.');
    const sealed = await requireKeys(source, keyring);
    if (E.isLeft(sealed)) return sealed;
    const state = await quietState(source, clock.now());
    return pipe(
      state,
      E.map((is) => ({ known: known.right, state: is })),
    );
  };

  return {
    examine: (hasTable) => async () => {
      const looked = await examineSource();
      return E.isLeft(looked) ? looked : examineTarget(target, looked.right.known, hasTable);
    },
    begin: async () => {
      const looked = await examineSource();
      if (E.isLeft(looked)) return looked;
      const { known, state } = looked.right;
      const begun = await beginIn(target, known, state, ids);
      const isSame = E.isLeft(begun) || begun.right === 'complete' || begun.right.state === state;
      return isSame ? begun : refuseWritten({ source, target }, known, begun.right);
    },
    copy: (begun, onProgress) => async () => {
      const ends = { source, target, rowsAtOnce, ensureOwn: () => ensureOwn(target, begun) };
      return copyTables(ends, onProgress);
    },
    finish: (begun) => async () => {
      const known = await readSource(source);
      if (E.isLeft(known)) return known;
      const { movedBy, writes } = known.right;
      if (movedBy !== null && movedBy !== begun.copy) return alreadyMoved(begun.installation);
      const before = await ensureState({ clock, source, target }, known.right, begun);
      if (E.isLeft(before)) return before;
      const same = await ensureSame(target, known.right, begun);
      if (E.isLeft(same)) return same;
      const moved = movedBy === null ? await setMoved(source, known.right, begun.copy, true) : E.right(true);
      if (E.isLeft(moved)) return moved;
      if (!moved.right) return refuseCopy(writtenTo);
      const after = await ensureState({ clock, source, target }, { ...known.right, movedBy: begun.copy }, begun);
      return E.isLeft(after) ? after : makeOwn(target, begun, writes);
    },
  };
};
