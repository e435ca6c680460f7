import {
  E,
  type Either,
  type IdGenerator,
  pipe,
  type TaskEither,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { singleFlight, t, withOutageCause } from '@portcullis/domain/kernel';
import { type InstallationMark, markFaults, parseMark } from './installation-mark.ts';
import { getRow } from './read-rows.ts';
import type { RecordDriver } from './record-driver.ts';
import { isNotUnique, unexpectedRejection } from './rejection.ts';

const table = 'installation';

/**
 * The format of the records. Until there is a release it goes up with every change of what rows hold, and a database
 * of another build is refused; after that, with changes that need more than a migration.
 */
export const recordsFormat = 3;

/** The fault of a database whose records have another format, and the remedy for an operator. */
export const anotherBuild = {
  what: 'The database is of another build of Portcullis, which has other records. It was left as it is.',
  remedy: 'Start the build that made it, or begin with an empty database.',
} as const;

/** The one row of the table. Its migration writes it under this id. */
export const installationRowId = 'installation001';

export const InstallationRow = t.type({ installation: t.string, writes: t.number });
export type InstallationRow = t.TypeOf<typeof InstallationRow>;

/** How long a look counts for what a read found missing, and how long another database is taken for still there. */
const freshMs = 1000;

/** Knows which database this process works with, and notices when another one answers in its place. */
export type Installation = {
  /**
   * Reads which database answers. The first one that is seen is remembered for the life of the process, and gets an id
   * where it has none. Another id, no id any more, a mark in its place, or an older state than was seen before is an
   * outage.
   */
  readonly look: TaskEither<Unavailable, InstallationRow>;
  /** Reads which mark stands in the place of the id (`null`: none), and neither creates nor remembers anything. */
  readonly readMark: TaskEither<Unavailable, InstallationMark | null>;
  /** Reads the id, which a mark keeps as well (`null`: none), and neither creates nor remembers anything. */
  readonly readId: TaskEither<Unavailable, string | null>;
  /**
   * Writes to the row if nobody else has done so since the last look. Nothing that this process has written may be
   * missing from a later look: then the database is an older one.
   */
  readonly write: TaskEither<Unavailable, void>;
  /** Whether every connection was begun before the last look, which has found the database to be the same. */
  readonly isCurrent: () => boolean;
  /** Succeeds when the database is not another one. It looks again when connections were begun since the last look. */
  readonly ensureSame: TaskEither<Unavailable, void>;
  /**
   * The same, with a look that is at most a second old. Before the first look it succeeds and sends nothing, unless an
   * operator has named the database.
   */
  readonly ensureFresh: TaskEither<Unavailable, void>;
};

const otherDatabase = (what: string): Either<Unavailable, never> =>
  E.left(withOutageCause(unavailable('database', what, 'rejected'), 'other_database'));

/** The known row of the database: nothing before the first look, unless an operator has named it. */
type Known = InstallationRow | null;

/** The row that was seen or the one that was written meanwhile, whichever is later. */
const latest = (known: Known, seen: InstallationRow): InstallationRow =>
  known === null || known.writes < seen.writes ? seen : known;

const compared = (known: Known, row: InstallationRow | null): Either<Unavailable, InstallationRow> => {
  if (row === null) return otherDatabase('the database has no installation id any more');
  const mark = parseMark(row.installation);
  if (mark !== null) return otherDatabase(markFaults[mark.kind].found);
  if (known === null) return E.right(row);
  if (row.installation !== known.installation) return otherDatabase('the database is that of another installation');
  return row.writes < known.writes ? otherDatabase('the database is older than it was') : E.right(row);
};

/** Gives an id to a database that has none. One of several writers succeeds. */
const create = async (driver: RecordDriver, ids: IdGenerator): Promise<Either<Unavailable, void>> => {
  const row = { id: installationRowId, installation: ids.salt(), writes: 0, format: recordsFormat };
  const written = await driver.transaction([{ kind: 'insert', table, row }])();
  if (E.isRight(written) || isNotUnique(written.left, 'id')) return E.right(undefined);
  return E.left(unexpectedRejection()(written.left));
};

/** `expected` is the installation id that an operator requires, or `null`. Creating it sends nothing. */
export const installationOf = (driver: RecordDriver, ids: IdGenerator, expected: string | null): Installation => {
  let known: Known = expected === null ? null : { installation: expected, writes: 0 };
  let lookedAt: number | null = null;
  /** How many connections had been begun when the last look began. */
  let connections = 0;
  let other: Either<Unavailable, never> | null = null;
  const share = singleFlight<Unavailable, InstallationRow>();

  const readOrCreate = async (onNewConnection: boolean): Promise<Either<Unavailable, InstallationRow | null>> => {
    const read = getRow(driver, table, installationRowId, InstallationRow, { onNewConnection });
    const found = await read();
    if (known !== null || E.isLeft(found) || found.right !== null) return found;
    const created = await create(driver, ids);
    return E.isLeft(created) ? created : read();
  };

  /** A look over a connection that is begun now says of all that were begun before it where they lead. */
  const lookNow: TaskEither<Unavailable, InstallationRow> = async () => {
    const knownBefore = known;
    const begun = driver.connections();
    const found = await readOrCreate(begun !== connections);
    if (E.isLeft(found)) return found;
    const same = compared(knownBefore, found.right);
    lookedAt = performance.now();
    connections = begun;
    other = E.isLeft(same) ? same : null;
    if (E.isRight(same)) known = latest(known, same.right);
    return same;
  };
  const look = share('look', lookNow);

  const isSame = (begun: number): boolean =>
    lookedAt === null ? expected === null : other === null && connections >= begun;
  const isFresh = (begun: number): boolean =>
    lookedAt === null ? expected === null : connections >= begun && performance.now() - lookedAt < freshMs;

  /** A look that others have begun may be older than a connection, so it may take a second one. */
  const ensure =
    (isEnough: (begun: number) => boolean): TaskEither<Unavailable, void> =>
    async () => {
      const begun = driver.connections();
      while (!isEnough(begun)) {
        if (other !== null && isFresh(begun)) return other;
        const seen = await look();
        if (E.isLeft(seen)) return seen;
      }
      return E.right(undefined);
    };

  const readText: TaskEither<Unavailable, string | null> = async () =>
    pipe(
      await getRow(driver, table, installationRowId, InstallationRow)(),
      E.map((row) => row?.installation ?? null),
    );

  return {
    look,
    readMark: async () =>
      pipe(
        await readText(),
        E.map((text) => parseMark(text ?? '')),
      ),
    readId: async () =>
      pipe(
        await readText(),
        E.map((text) => parseMark(text ?? '')?.installation ?? text),
      ),
    isCurrent: () => isSame(driver.connections()),
    ensureSame: ensure(isSame),
    ensureFresh: ensure((begun) => isFresh(begun) && other === null),
    write: async () => {
      if (known === null || other !== null) return E.right(undefined);
      const { installation, writes } = known;
      const expected = { installation, writes };
      const columns = { writes: writes + 1 };
      const written = await driver.updateIf({ table, id: installationRowId, expected, columns })();
      if (E.isLeft(written)) return written;
      if (written.right) known = latest(known, { installation, writes: writes + 1 });
      return E.right(undefined);
    },
  };
};
