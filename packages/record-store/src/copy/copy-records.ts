import { type Clock, E, type Either, type IdGenerator, pipe, type TaskEither } from '@portcullis/domain';
import { confirmingDriver } from '../driver/confirmed-absence.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { Keyring } from '../keys/keyring.ts';
import { checkKeys } from '../keys/wrapped-keys.ts';
import { isServed, servedText } from '../stores/is-served.ts';
import { type CopyFailure, emptyTarget, ofSource, ofTarget, refuseCopy } from './copy-failure.ts';
import {
  alreadyMoved,
  type BegunCopy,
  beginIn,
  examineTarget,
  goingBack,
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

/**
 * The steps of a copy, in this order. One that has failed is begun again in an empty target, unless the source was
 * marked already: then `begin` finds it, and only `finish` is left.
 */
export type RecordCopy = {
  /**
   * Looks at both, and writes to neither: the keys must be those of the source, nobody work with it, and the target be
   * empty. `hasTable` says whether the target has the table of the installation; its other tables may be missing.
   */
  readonly examine: (hasTable: boolean) => TaskEither<CopyFailure, void>;
  /** Marks the target, which must be empty. `complete`: nothing is left to do. */
  readonly begin: TaskEither<CopyFailure, BegunCopy | 'complete'>;
  /** Copies the rows and the bytes of files, and compares how many there are of each table. */
  readonly copy: (begun: BegunCopy, onProgress: (progress: CopyProgress) => void) => TaskEither<CopyFailure, void>;
  /**
   * Marks the source as moved, makes sure that nobody has written to it meanwhile, and makes the target the database of
   * the installation. At no moment both could be served.
   */
  readonly finish: (begun: BegunCopy) => TaskEither<CopyFailure, void>;
};

const writtenTo = `Somebody has written to the source since the copy was begun, so the target lacks something. Stop every instance of the service, ${emptyTarget}, and call this again.`;

const differs = `The target does not hold what the source does: ${emptyTarget}, and call this again.`;

/** The conditions of the source at the beginning and at the end. Answers its state. */
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

/** Fails where somebody works with the source, or it is not what it was when the copy was begun. */
const ensureState = async (source: RecordDriver, now: number, state: string, why: string) => {
  const present = await quietState(source, now);
  if (E.isLeft(present)) return present;
  return present.right === state ? E.right(undefined) : refuseCopy(why);
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
      return beginIn(target, known, state, ids);
    },
    copy: (begun, onProgress) => async () =>
      begun.isMoved ? E.right(undefined) : copyTables({ source, target, rowsAtOnce }, onProgress),
    finish: (begun) => async () => {
      const { copy, installation, isMoved, state } = begun;
      const known = await readSource(source);
      if (E.isLeft(known)) return known;
      const { movedBy, writes } = known.right;
      if (movedBy !== (isMoved ? copy : null))
        return movedBy === null ? refuseCopy(writtenTo) : alreadyMoved(installation);
      const before = await ensureState(source, clock.now(), state, writtenTo);
      if (E.isLeft(before)) return before;
      const same = await ensureSame(target, known.right, begun);
      if (E.isLeft(same)) return same;
      const moved = isMoved ? E.right(true) : await setMoved(source, known.right, copy);
      if (E.isLeft(moved)) return moved;
      if (!moved.right) return refuseCopy(writtenTo);
      // A source that was marked is not given back: another process could complete the target meanwhile.
      const lateWriter = `Somebody has written to the source while it was marked as moved, so the target lacks something. ${goingBack(installation)}`;
      const after = await ensureState(source, clock.now(), state, lateWriter);
      return E.isLeft(after) ? after : makeOwn(target, begun, writes);
    },
  };
};
