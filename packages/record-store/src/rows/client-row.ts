import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { oneOf, orWhereDamaged, scopes, t } from '@portcullis/domain/kernel';
import type { ClientRecord, DamagedClient, StoredClient } from '@portcullis/domain/ports';
import { nullable, recordCodec, timestamp } from '@portcullis/domain/serialization';
import { decodeRow } from '../driver/read-rows.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { ownerColumns, ownerOf } from './owner-columns.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import { sealedContent } from './sealed-content.ts';

const columns = { id: t.string, partner_key: t.string, team_key: t.string, version: t.number, data: t.string };

/** A row of `clients`. */
export const ClientRow = t.type({ ...columns, created_at: timestamp, updated_at: timestamp });
export type ClientRow = t.TypeOf<typeof ClientRow>;

/** The same, as far as it takes to say that it does not open. */
export const RawClientRow = t.type({ ...columns, created_at: t.string, updated_at: t.string });
export type RawClientRow = t.TypeOf<typeof RawClientRow>;

const Secret = recordCodec(
  'secret of a client',
  { sha256: t.string, endsAt: nullable(timestamp), madeBy: t.string },
  { awaitsOverlapMs: t.number },
);

const ClientContent = recordCodec(
  'client',
  {
    name: t.string,
    scopes: t.readonlyArray(oneOf(scopes)),
    secrets: t.readonlyArray(Secret),
    isDisabled: t.boolean,
    ledgerHead: t.string,
  },
  { formerMakers: t.readonlyArray(t.string) },
);

/** It opens in no row with another id, owner, version or time. */
const sealed = sealedContent(ClientContent, 'clients', 'data', [
  'id',
  'partner_key',
  'team_key',
  'version',
  'created_at',
  'updated_at',
]);

/** The row of a client. Its content is sealed with the other columns. */
export const clientRow = (
  encryption: RecordEncryption,
  { createdAt, id, tenant, updatedAt, version, ...content }: StoredClient,
): TaskEither<Unavailable, ClientRow> => {
  const row = { id, ...ownerColumns(tenant), version, created_at: createdAt, updated_at: updatedAt };
  return pipe(
    sealed.seal(encryption, row, content),
    TE.map((data) => ({ ...row, data })),
  );
};

/** The client of a row. One that does not open is an outage. */
export const openClient =
  (encryption: RecordEncryption) =>
  (row: ClientRow): TaskEither<Unavailable, StoredClient> =>
    pipe(
      sealed.open(encryption, row, row.data),
      TE.map((content) => ({
        id: row.id,
        tenant: ownerOf(row),
        ...content,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        version: row.version,
      })),
    );

const damagedClient = (row: RawClientRow): DamagedClient => ({
  isDamaged: true,
  id: row.id,
  tenant: ownerOf(row),
  createdAt: parseTimestamp(row.created_at),
  updatedAt: parseTimestamp(row.updated_at),
});

/** The client of a row, and of one that does not open what is known of it. */
export const openClientRecord =
  (encryption: RecordEncryption) =>
  (row: RawClientRow): TaskEither<Unavailable, ClientRecord> =>
    pipe(
      TE.fromEither(decodeRow(ClientRow, row)),
      TE.flatMap(openClient(encryption)),
      TE.map((client): ClientRecord => client),
      orWhereDamaged(() => TE.right(damagedClient(row))),
    );
