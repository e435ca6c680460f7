import { E, type Either, type IdGenerator, pipe } from '@portcullis/domain';
import { InstallationRow, installationRowId, recordsFormat } from '../driver/installation.ts';
import { isInstallationId, markText, parseMark } from '../driver/installation-mark.ts';
import { getRow } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { copiedTables, recordsOf } from './copied-tables.ts';
import { type CopyFailure, emptyTarget, ofSource, ofTarget, refuseCopy } from './copy-failure.ts';

/**
 * A copy that was begun: whose records these are, which copy it is, and what the source held then. `isMoved`: the
 * source is marked already, so that nothing is left but to make the target the database of the installation.
 */
export type BegunCopy = {
  readonly installation: string;
  readonly copy: string;
  readonly state: string;
  readonly isMoved: boolean;
};

const table = 'installation';

const readRow = (driver: RecordDriver) => getRow(driver, table, installationRowId, InstallationRow);

/** Replaces what stands in the row of a database; `false`: somebody has written to it meanwhile. */
const replaceRow = (driver: RecordDriver, expected: InstallationRow, columns: InstallationRow) =>
  driver.updateIf({ table, id: installationRowId, expected, columns });

const otherWriter = `Somebody else writes to the target: ${emptyTarget}, and call this again.`;

/** The mark of a target into which a copy was begun. */
const markOf = ({ installation, copy }: Pick<BegunCopy, 'copy' | 'installation'>): string =>
  markText({ kind: 'incomplete', installation, copy });

/** The source: its installation, the number of its writes, and the copy that has moved it (`null`: none). */
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

/** How to go back to a source that was marked as moved, as long as no service has worked with the target. */
export const goingBack = (installation: string): string =>
  `Where no service has worked with the target, write the installation id (${installation}) into the field "installation" of the one record of that collection in the source, in place of "moved:...", and copy into an empty database.`;

/** The source was moved by another copy. The text says how to go back if that target is lost. */
export const alreadyMoved = (installation: string): Either<CopyFailure, never> =>
  refuseCopy(
    `The records of the source were moved to another database already, or a copy was ended just before that was complete: then call this again with that target. ${goingBack(installation)}`,
  );

const otherTarget = ({ installation, movedBy }: Source): Either<CopyFailure, never> =>
  movedBy === null
    ? refuseCopy(`The target is not empty: name an empty database, or ${emptyTarget}, and call this again.`)
    : alreadyMoved(installation);

/** The row of a target, and how far a copy into it has come; `empty`: nothing is there. */
type Found = { readonly row: InstallationRow | null; readonly found: 'empty' | 'moved' | 'complete' };

/** The target's account of itself. It is only read. */
const examineIn = async (target: RecordDriver, source: Source): Promise<Either<CopyFailure, Found>> => {
  const { installation, movedBy } = source;
  const read = await ofTarget(readRow(target));
  if (E.isLeft(read)) return read;
  const row = read.right;
  const mark = parseMark(row?.installation ?? '');
  if (row?.installation === installation)
    return movedBy === null
      ? refuseCopy(
          'The target is the database of this installation already, and the source may be an older copy of it.',
        )
      : E.right({ row, found: 'complete' });
  if (movedBy !== null && mark?.kind === 'incomplete' && mark.copy === movedBy) return E.right({ row, found: 'moved' });
  const empty = await isEmpty(target);
  if (E.isLeft(empty)) return empty;
  return !empty.right || mark !== null || movedBy !== null ? otherTarget(source) : E.right({ row, found: 'empty' });
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

/** Begins a copy in an empty target, or finds one that lacks only its end. */
export const beginIn = async (
  target: RecordDriver,
  source: Source,
  state: string,
  ids: IdGenerator,
): Promise<Either<CopyFailure, BegunCopy | 'complete'>> => {
  const { installation, movedBy } = source;
  const looked = await examineIn(target, source);
  if (E.isLeft(looked)) return looked;
  const { found, row } = looked.right;
  if (found === 'complete') return E.right('complete');
  if (found === 'moved') return E.right({ installation, copy: movedBy ?? '', state, isMoved: true });
  const begun = { installation, copy: ids.id().slice(0, 12), state, isMoved: false };
  return pipe(
    await markTarget(target, row, begun),
    E.map((): BegunCopy => begun),
  );
};

/** Replaces the id of the source by the mark of a copy; `false`: somebody has written to it. */
export const setMoved = (
  source: RecordDriver,
  { installation, writes }: Source,
  copy: string,
): Promise<Either<CopyFailure, boolean>> => {
  const moved = markText({ kind: 'moved', installation, copy });
  return ofSource(replaceRow(source, { installation, writes }, { installation: moved, writes }));
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
