import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { damagedRecord, decode, type ExternalService, orWhereDamaged, t } from '@portcullis/domain/kernel';
import type { PageQuery, ReadOptions, RecordDriver, Row } from './record-driver.ts';
import type { TableName } from './tables.ts';

/** A row whose id alone is needed. */
export const IdRow = t.type({ id: t.string });
export type IdRow = t.TypeOf<typeof IdRow>;

/** The codec of rows that are answered as they are stored, apart from fields that it does not know. */
export type RowCodec<A> = t.Type<A, A, unknown>;

/**
 * Decodes a row. A row of another form is damaged, and never another value. A row that already has the form is
 * answered itself: asking for that costs a fraction of decoding, which keeps for every field where it stands.
 */
export const decodeRow = <A>(
  codec: RowCodec<A>,
  row: Row,
  service: ExternalService = 'database',
): Either<Unavailable, A> => {
  if (codec.is(row)) return E.right(row);
  const known = decode(codec, row);
  return E.isRight(known) ? known : E.left(damagedRecord(known.left, service));
};

/** What a row opens to; `null` where it does not open, which hides no other row. */
export const openWhole =
  <Found, Opened>(codec: RowCodec<Found>, open: (row: Found) => TaskEither<Unavailable, Opened>) =>
  (row: Row): TaskEither<Unavailable, Opened | null> =>
    pipe(
      TE.fromEither(decodeRow(codec, row)),
      TE.flatMap(open),
      orWhereDamaged(() => TE.right(null)),
    );

/** The opened content of a row; `null` where there is no row. */
export const openIfThere =
  <Found, Opened>(open: (row: Found) => TaskEither<Unavailable, Opened>) =>
  (row: Found | null): TaskEither<Unavailable, Opened | null> =>
    row === null ? TE.right(null) : open(row);

const decodeRows =
  <A>(codec: RowCodec<A>) =>
  (rows: readonly Row[]): Either<Unavailable, readonly A[]> => {
    const decoded: A[] = [];
    for (const row of rows) {
      const known = decodeRow(codec, row);
      if (E.isLeft(known)) return known;
      decoded.push(known.right);
    }
    return E.right(decoded);
  };

/** A row of a table, or `null` when there is none. */
export const getRow = <A>(
  driver: RecordDriver,
  table: TableName,
  id: string,
  codec: RowCodec<A>,
  options: ReadOptions = {},
): TaskEither<Unavailable, A | null> =>
  pipe(
    driver.get(table, id, options),
    TE.flatMap((row) => TE.fromEither(row === null ? E.right(null) : decodeRow(codec, row))),
  );

/** The rows of a query. */
export const pageOfRows = <A>(
  driver: RecordDriver,
  table: TableName,
  codec: RowCodec<A>,
  query: PageQuery,
): TaskEither<Unavailable, readonly A[]> =>
  pipe(
    driver.page(table, query),
    TE.flatMap((rows) => TE.fromEither(decodeRows(codec)(rows))),
  );
