import { E, type Either, type IdGenerator, pipe } from '@portcullis/domain';
import { InstallationRow, installationRowId, recordsFormat } from '../driver/installation.ts';
import { isInstallationId, markText, parseMark } from '../driver/installation-mark.ts';
import { getRow } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { copiedTables, recordsOf } from './copied-tables.ts';
import { type CopyFailure, ofSource, ofTarget, refuseCopy } from './copy-failure.ts';

/** A copy that was begun: whose records these are, which copy it is, and what the source held then. */
export type BegunCopy = {
  readonly installation: string;
  readonly copy: string;
  readonly state: string;
  readonly isResumed: boolean;
};

const table = 'installation';

const readRow = (driver: RecordDriver) => getRow(driver, table, installationRowId, InstallationRow);

/** Replaces what stands in the row of a database; `false`: somebody has written to it meanwhile. */
const replaceRow = (driver: RecordDriver, expected: InstallationRow, columns: InstallationRow) =>
  driver.updateIf({ table, id: installationRowId, expected, columns });

const otherWriter = 'Somebody else writes to the target, or has completed the copy: call this again.';

/** The mark of a target into which a copy was begun. */
const markOf = ({ installation, copy, state }: BegunCopy): string =>
  markText({ kind: 'incomplete', installation, copy, state });

/** What is known of the source: whose it is, the number of its writes, and which copy has moved it (`null`: none). */
export type Source = { readonly installation: string; readonly writes: number; readonly movedBy: string | null };

/** Reads what the source says of itself. */
export const readSource = async (source: RecordDriver): Promise<Either<CopyFailure, Source>> => {
  const row = await ofSource(readRow(source));
  if (E.isLeft(row)) return row;
  const { installation = '', writes = 0 } = row.right ?? {};
  const mark = parseMark(installation);
  if (mark?.kind === 'moved') return E.right({ installation: mark.installation, writes, movedBy: mark.copy });
  return isInstallationId(installation)
    ? E.right({ installation, writes, movedBy: null })
    : refuseCopy('The source is not the whole database of an installation.');
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
  begun: BegunCopy,
): Promise<Either<CopyFailure, void>> => {
  const marked = { installation: markOf(begun), writes: 0 };
  if (row === null)
    return ofTarget(
      target.transaction([{ kind: 'insert', table, row: { id: installationRowId, format: recordsFormat, ...marked } }]),
    );
  const replaced = await ofTarget(replaceRow(target, row, marked));
  if (E.isLeft(replaced)) return replaced;
  return replaced.right ? E.right(undefined) : refuseCopy(otherWriter);
};

/** The source was moved by another copy. The text says how to go back if that target is lost. */
export const alreadyMoved = (installation: string): Either<CopyFailure, never> =>
  refuseCopy(
    `The records of the source were moved to another database already, or a copy was ended just before that was complete: then call this again with that target. Where it is lost, and no service has worked with it, write the installation id (${installation}) into the field "installation" of the one record of that collection in the source, in place of "moved:...", and copy into an empty database.`,
  );

const otherTarget = ({ installation, movedBy }: Source): Either<CopyFailure, never> =>
  movedBy === null
    ? refuseCopy('The target has records that are not of a copy of this source. Name an empty database.')
    : alreadyMoved(installation);

/** What stands in the row of a target, and the copy that this means; `null`: none, and nothing is there. */
type Found = { readonly row: InstallationRow | null; readonly begun: BegunCopy | 'complete' | null };

/** What the target says of itself. It is only read. */
const examineIn = async (target: RecordDriver, source: Source): Promise<Either<CopyFailure, Found>> => {
  const { installation, movedBy } = source;
  const row = await ofTarget(readRow(target));
  if (E.isLeft(row)) return row;
  const mark = parseMark(row.right?.installation ?? '');
  if (row.right?.installation === installation)
    return movedBy === null
      ? refuseCopy(
          'The target is the database of this installation already, and the source may be an older copy of it.',
        )
      : E.right({ row: row.right, begun: 'complete' });
  if (mark?.kind === 'incomplete') {
    if (mark.installation !== installation)
      return refuseCopy('The target is of an incomplete copy of another database.');
    // Of two copies that were begun into two targets one has moved the records.
    if (movedBy !== null && movedBy !== mark.copy) return alreadyMoved(installation);
    const begun = { installation, copy: mark.copy, state: mark.state, isResumed: true };
    return E.right({ row: row.right, begun });
  }
  const empty = await isEmpty(target);
  if (E.isLeft(empty)) return empty;
  return !empty.right || mark !== null || movedBy !== null
    ? otherTarget(source)
    : E.right({ row: row.right, begun: null });
};

/**
 * Refuses a target that no copy of this source can be begun in, before its schema is changed. Without a table of the
 * installation (`hasTable`), or a row in it, nothing is asked of other tables, which may not be there.
 */
export const examineTarget = async (
  target: RecordDriver,
  source: Source,
  hasTable: boolean,
): Promise<Either<CopyFailure, void>> => {
  const row = hasTable ? await ofTarget(readRow(target)) : E.right(null);
  if (E.isLeft(row)) return row;
  if (row.right === null) return source.movedBy === null ? E.right(undefined) : otherTarget(source);
  return pipe(
    await examineIn(target, source),
    E.map(() => undefined),
  );
};

/** Finds the copy that was begun in a target, or begins one where nothing is there. */
export const beginIn = async (
  target: RecordDriver,
  source: Source,
  state: string,
  ids: IdGenerator,
): Promise<Either<CopyFailure, BegunCopy | 'complete'>> => {
  const found = await examineIn(target, source);
  if (E.isLeft(found)) return found;
  if (found.right.begun !== null) return E.right(found.right.begun);
  const begun = { installation: source.installation, copy: ids.id().slice(0, 12), state, isResumed: false };
  return pipe(
    await markTarget(target, found.right.row, begun),
    E.map((): BegunCopy => begun),
  );
};

/** Replaces the id of the source by the mark of a copy, or the other way round; `false`: somebody has written to it. */
export const setMoved = (
  source: RecordDriver,
  { installation, writes }: Source,
  copy: string,
  isMoved: boolean,
): Promise<Either<CopyFailure, boolean>> => {
  const own = installation;
  const moved = markText({ kind: 'moved', installation, copy });
  const [from, to] = isMoved ? [own, moved] : [moved, own];
  return ofSource(replaceRow(source, { installation: from, writes }, { installation: to, writes }));
};

/** Makes a target that is complete the database of the installation. */
export const makeOwn = async (
  target: RecordDriver,
  begun: BegunCopy,
  writes: number,
): Promise<Either<CopyFailure, void>> => {
  const { installation } = begun;
  const marked = { installation: markOf(begun), writes: 0 };
  const made = await ofTarget(replaceRow(target, marked, { installation, writes }));
  if (E.isLeft(made) || made.right)
    return pipe(
      made,
      E.map(() => undefined),
    );
  const row = await ofTarget(readRow(target));
  if (E.isLeft(row)) return row;
  return row.right?.installation === installation ? E.right(undefined) : refuseCopy(otherWriter);
};

/**
 * Makes a target one that is never completed, before its source is given back: another process that has seen the
 * source as it was could complete it otherwise. Its mark loses the state of the source, which no source equals then.
 */
export const giveUp = async (target: RecordDriver, begun: BegunCopy): Promise<Either<CopyFailure, void>> => {
  const from = markOf(begun);
  const to = markOf({ ...begun, state: '' });
  const replaced = await ofTarget(
    replaceRow(target, { installation: from, writes: 0 }, { installation: to, writes: 0 }),
  );
  if (E.isLeft(replaced) || replaced.right)
    return pipe(
      replaced,
      E.map(() => undefined),
    );
  const row = await ofTarget(readRow(target));
  if (E.isLeft(row)) return row;
  return row.right?.installation === to ? E.right(undefined) : refuseCopy(otherWriter);
};

/** Fails once the target is not, or no longer, that of this copy. */
export const ensureOwn = async (target: RecordDriver, begun: BegunCopy): Promise<Either<CopyFailure, void>> => {
  const row = await ofTarget(readRow(target));
  if (E.isLeft(row)) return row;
  return row.right?.installation === markOf(begun) ? E.right(undefined) : refuseCopy(otherWriter);
};
