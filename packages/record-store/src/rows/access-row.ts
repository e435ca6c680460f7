import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { AccessBatch } from '@portcullis/domain/ports';
import { AccessLineCodec } from '@portcullis/domain/serialization';
import { decodeRow } from '../driver/read-rows.ts';
import type { Write } from '../driver/record-driver.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { ownerColumns } from './owner-columns.ts';
import { sealedContent } from './sealed-content.ts';

const Lines = t.readonlyArray(AccessLineCodec);

const position = { id: t.string, partner_key: t.string, team_key: t.string, at: t.string };

/** A row of `access_log`; its lines are sealed with the other columns. */
const AccessRow = t.type({ ...position, lines: t.type({ sealed: t.string }) });
type AccessRow = t.TypeOf<typeof AccessRow>;

/** The same, whatever became of its lines. */
export const StoredAccessRow = t.type({ ...position, lines: t.unknown });
export type StoredAccessRow = t.TypeOf<typeof StoredAccessRow>;

/** A row with its lines. */
export type OpenedAccessRow = Pick<AccessRow, 'id' | 'at'> & { readonly lines: t.TypeOf<typeof Lines> };

/** The lines open in no row with another id, owner or time. */
const sealed = sealedContent(Lines, 'access_log', 'lines', ['id', 'partner_key', 'team_key', 'at']);

/** The write that adds a batch. */
export const accessInsert =
  (encryption: RecordEncryption) =>
  ({ id, at, tenant, lines }: AccessBatch): TaskEither<Unavailable, Write> => {
    const row = { id, ...ownerColumns(tenant), at };
    return pipe(
      sealed.seal(encryption, row, lines),
      TE.map((text): Write => ({ kind: 'insert', table: 'access_log', row: { ...row, lines: { sealed: text } } })),
    );
  };

/**
 * Opens the lines of rows. A row whose lines have another form, or do not open, is damaged; every other failure is one
 * of the database or of its keys.
 */
export const accessRowOpener =
  (encryption: RecordEncryption) =>
  (row: StoredAccessRow): TaskEither<Unavailable, OpenedAccessRow> =>
    pipe(
      TE.fromEither(decodeRow(AccessRow, row)),
      TE.flatMap((known) => sealed.open(encryption, known, known.lines.sealed)),
      TE.map((lines) => ({ id: row.id, at: row.at, lines })),
    );
