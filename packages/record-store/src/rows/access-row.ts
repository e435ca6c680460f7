import { E, type Either, pipe, type TaskEither, TE, type Tenant, type Unavailable } from '@portcullis/domain';
import { parseJson, t } from '@portcullis/domain/kernel';
import type { AccessBatch } from '@portcullis/domain/ports';
import { AccessLineCodec } from '@portcullis/domain/serialization';
import { decodeRow } from '../driver/read-rows.ts';
import type { Write } from '../driver/record-driver.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';
import { encodeColumnText } from './column-text.ts';
import { teamKey } from './profile-row.ts';

const Lines = t.readonlyArray(AccessLineCodec);

const position = { id: t.string, partner_key: t.string, team_key: t.string, at: t.string };

/** A row of `access_log`; its lines are sealed with the other columns. */
const AccessRow = t.type({ ...position, lines: t.type({ sealed: t.string }) }, 'row of the access log');
type AccessRow = t.TypeOf<typeof AccessRow>;

/** The same, whatever became of its lines. */
export const StoredAccessRow = t.type({ ...position, lines: t.unknown }, 'row of the access log');
export type StoredAccessRow = t.TypeOf<typeof StoredAccessRow>;

const OpenedAccessRow = t.type({ id: t.string, at: t.string, lines: Lines }, 'row of the access log');
export type OpenedAccessRow = t.TypeOf<typeof OpenedAccessRow>;

/** The columns by which the rows of a tenant are found. A tenant without a team has all rows of its partner. */
export const accessOwner = ({ partnerId, teamId }: Tenant): { readonly [column: string]: string } => ({
  partner_key: encodeColumnText(partnerId),
  ...(teamId !== null && { team_key: teamKey(teamId) }),
});

/** The context of sealed lines: they open in no row with another id, owner or time. */
const linesContext = ({ id, partner_key, team_key, at }: Omit<AccessRow, 'lines'>): TextContext => [
  'access_log',
  JSON.stringify([id, partner_key, team_key, at]),
  'lines',
];

/** The write that adds a batch. */
export const accessInsert =
  ({ serviceKeys }: RecordEncryption) =>
  ({ id, at, tenant, lines }: AccessBatch): TaskEither<Unavailable, Write> => {
    const { partner_key = '', team_key = '' } = accessOwner(tenant);
    const columns = { id, partner_key, team_key, at };
    return pipe(
      serviceKeys.sealText(linesContext(columns), JSON.stringify(lines)),
      TE.map(
        (sealed): Write => ({
          kind: 'insert',
          table: 'access_log',
          row: { ...columns, lines: { sealed } },
        }),
      ),
    );
  };

const openedLines =
  ({ serviceKeys }: RecordEncryption) =>
  (row: AccessRow): TaskEither<Unavailable, OpenedAccessRow> => {
    const { at, id, lines } = row;
    const opened = (text: string): Either<Unavailable, OpenedAccessRow> =>
      decodeRow(OpenedAccessRow, { at, id, lines: parseJson(text) });
    return pipe(
      serviceKeys.openText(linesContext(row), lines.sealed),
      TE.flatMap((text) => TE.fromEither(opened(text))),
    );
  };

/**
 * Opens the lines of rows. A row whose lines have another form, or do not open, is damaged; every other failure is one
 * of the database or of its keys.
 */
export const accessRowOpener =
  (encryption: RecordEncryption) =>
  (row: StoredAccessRow): TaskEither<Unavailable, OpenedAccessRow> => {
    const decoded = decodeRow(AccessRow, row);
    return E.isLeft(decoded) ? TE.left(decoded.left) : openedLines(encryption)(decoded.right);
  };
