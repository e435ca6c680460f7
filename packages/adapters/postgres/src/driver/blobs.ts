import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { Blob, RecordDriver, Row, WriteRejection } from '@portcullis/record-store/driver';
import type { PostgresClient, Session } from '../connection/client.ts';
import { inTransaction } from '../connection/in-transaction.ts';
import { sqlFailureOf, sqlOutcomeOf } from '../connection/sql-state.ts';
import { type Statement, statement } from '../connection/statement.ts';
import { withAttempts } from './attempts.ts';
import { completeSqlRow, readValue, storedText } from './column-values.ts';
import { newId, withId } from './new-ids.ts';
import { insertedStatement, writeStatement } from './write-statements.ts';

/** The bytes of a file rest under the file's id, so that they are found without its row. */
const putBytes = (file: string, content: string, { bytes }: Blob): Statement =>
  statement(
    'insert into "file_bytes" ("file", "content", "bytes") values ($1::text, $2::text, $3::bytea) ' +
      'on conflict ("file") do update set "content" = excluded."content", "bytes" = excluded."bytes"',
    [file, content, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
  );

/** As text, because `pg` reads nothing else; PostgreSQL's own form of bytes would be half as long again. */
const readBytes = (file: string, content: string): Statement =>
  statement(`select encode("bytes", 'base64') from "file_bytes" where "file" = $1::text and "content" = $2::text`, [
    file,
    content,
  ]);

const removeRow = (id: string): Statement => statement('delete from "files" where "id" = $1::text', [id]);
const removeBytes = (id: string): Statement => statement('delete from "file_bytes" where "file" = $1::text', [id]);

const removeRowsOf = (profile: string): Statement =>
  statement('delete from "files" where "profile" = $1::text returning "id"', [storedText(profile)]);

/** The bytes of these files that have no row. */
const removeBytesWithoutRow = (ids: readonly string[]): Statement =>
  statement(
    'delete from "file_bytes" where "file" = any($1::text[]) ' +
      'and not exists (select 1 from "files" f where f."id" = "file_bytes"."file")',
    [ids],
  );

type Written = TaskEither<WriteRejection | Unavailable, void>;
const noSuchRow: WriteRejection = { _tag: 'NoSuchRow', write: 0 };

/** A name of bytes that none had before, so that who has read a row gets its bytes or none. */
const newContent = ({ name }: Blob): string => `${name}_${newId()}`;

/** Executes work on rows and bytes in one transaction; `false` undoes it. */
const together = (session: Session, work: () => Promise<boolean>): Promise<boolean> =>
  inTransaction(session, work, (isDone) => isDone);

const isTaken = (cause: unknown): boolean => sqlOutcomeOf(sqlFailureOf(cause)) === 'rejected';

const putWith =
  (client: PostgresClient): RecordDriver['putBlob'] =>
  (given, blob) =>
  async () => {
    const deadline = client.remaining({ deadline: 'transfer' });
    const content = newContent(blob);
    const row: Row = { ...withId(given), content };
    const insert = { kind: 'insert', table: 'files', row } as const;
    const isThere = (): Promise<boolean> =>
      client.write(
        async (session) => Number((await session.run(insertedStatement(insert))).rows[0]?.[0]) === 1,
        deadline,
      );
    const attempt = async (): Promise<boolean> => {
      try {
        return await client.write(
          (session) =>
            together(session, async () => {
              await session.run(writeStatement(insert));
              await session.run(putBytes(String(row['id']), content, blob));
              return true;
            }),
          deadline,
        );
      } catch (cause) {
        // The name of the bytes is new, so that a row with it is of an earlier attempt.
        if (isTaken(cause)) return isThere();
        throw cause;
      }
    };
    const settle = async (): Promise<true | null> => ((await isThere()) ? true : null);
    const put = await withAttempts({ attempt, settle, deadline, service: 'files' });
    if (E.isLeft(put)) return put;
    if (!put.right) return E.left({ _tag: 'NotUnique', write: 0, columns: ['id'] });
    const stored = [...completeSqlRow('files', row)].map(([name, { value }]) => [
      name,
      readValue('files', name, value),
    ]);
    return E.right(Object.fromEntries(stored));
  };

const bytesIn = (value: unknown): Uint8Array | null =>
  typeof value === 'string' ? Buffer.from(value, 'base64') : null;

const getWith =
  (client: PostgresClient): RecordDriver['getBlob'] =>
  ({ id, content }) =>
    client.read(async (session) => bytesIn((await session.run(readBytes(id, storedText(content)))).rows[0]?.[0]), {
      service: 'files',
      deadline: 'transfer',
    });

const removeWith =
  (client: PostgresClient): RecordDriver['removeBlob'] =>
  (id): Written =>
  async () => {
    const deadline = client.remaining({ deadline: 'transfer' });
    const attempt = (): Promise<boolean> =>
      client.write(
        (session) =>
          together(session, async () => {
            const { count } = await session.run(removeRow(id));
            await session.run(removeBytes(id));
            return count === 1;
          }),
        deadline,
      );
    const removed = await withAttempts({ attempt, deadline, service: 'files' });
    if (E.isLeft(removed)) return removed;
    return removed.right ? E.right(undefined) : E.left(noSuchRow);
  };

/** All of it can be done again, and so is repeated where its answer was lost. */
const removeAllWith =
  (client: PostgresClient): RecordDriver['removeBlobs'] =>
  (profile, named) =>
  () => {
    const deadline = client.remaining({ deadline: 'transfer' });
    const attempt = (): Promise<void> =>
      client.write(async (session) => {
        await together(session, async () => {
          const { rows } = await session.run(removeRowsOf(profile));
          await session.run(removeBytesWithoutRow([...rows.map(([id]) => String(id)), ...named]));
          return true;
        });
      }, deadline);
    return withAttempts({ attempt, settle: async () => null, deadline });
  };

type Blobs = Pick<RecordDriver, 'putBlob' | 'getBlob' | 'removeBlob' | 'removeBlobs'>;

/** The files of the record store: a row of `files` and its bytes are written and removed in one transaction. */
export const blobsWith = (client: PostgresClient): Blobs => ({
  putBlob: putWith(client),
  getBlob: getWith(client),
  removeBlob: removeWith(client),
  removeBlobs: removeAllWith(client),
});
