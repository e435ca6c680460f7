import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { damagedRecord, decode, oneOf, parseJson, scopes, type Tenant, t } from '@portcullis/domain/kernel';
import type { ClientRecord, DamagedClient, StoredClient } from '@portcullis/domain/ports';
import { recordCodec, timestamp } from '@portcullis/domain/serialization';
import { decodeRow, orWhereDamaged } from '../driver/read-rows.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';
import { decodeColumnText, encodeColumnText } from './column-text.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import { teamKey } from './profile-row.ts';

/** A row of `clients`. */
export const ClientRow = t.type(
  {
    id: t.string,
    partner_key: t.string,
    team_key: t.string,
    version: t.number,
    created_at: timestamp,
    updated_at: timestamp,
    data: t.string,
  },
  'client row',
);
export type ClientRow = t.TypeOf<typeof ClientRow>;

/** The same, as far as it takes to say that it does not open. */
export const RawClientRow = t.type(
  {
    id: t.string,
    partner_key: t.string,
    team_key: t.string,
    version: t.number,
    created_at: t.string,
    updated_at: t.string,
    data: t.string,
  },
  'client row',
);
export type RawClientRow = t.TypeOf<typeof RawClientRow>;

const StoredSecret = recordCodec(
  'secret of a client',
  { sha256: t.string },
  { ends_at: timestamp, made_by: t.string, awaits_overlap_ms: t.number },
);

/** The sealed content of a client. */
const StoredText = recordCodec(
  'client',
  {
    name: t.string,
    scopes: t.readonlyArray(oneOf(scopes)),
    secrets: t.readonlyArray(StoredSecret),
    is_disabled: t.boolean,
    ledger_head: t.string,
  },
  { former_makers: t.readonlyArray(t.string) },
);

/** The context of what is sealed: it opens in no row with another id, owner, version or time. */
const clientContext = (row: Omit<ClientRow, 'data'>): TextContext => {
  const { created_at, id, partner_key, team_key, updated_at, version } = row;
  return ['clients', JSON.stringify([id, partner_key, team_key, version, created_at, updated_at]), 'data'];
};

const storedText = (client: StoredClient): string =>
  JSON.stringify({
    name: client.name,
    scopes: client.scopes,
    secrets: client.secrets.map(({ awaitsOverlapMs, endsAt, madeBy, sha256 }) => ({
      sha256,
      made_by: madeBy,
      ...(endsAt !== null && { ends_at: endsAt }),
      ...(awaitsOverlapMs !== undefined && { awaits_overlap_ms: awaitsOverlapMs }),
    })),
    ...(client.formerMakers !== undefined && { former_makers: client.formerMakers }),
    is_disabled: client.isDisabled,
    ledger_head: client.ledgerHead,
  });

const columnsOf = ({ createdAt, id, tenant, updatedAt, version }: StoredClient): Omit<ClientRow, 'data'> => ({
  id,
  partner_key: encodeColumnText(tenant.partnerId),
  team_key: teamKey(tenant.teamId),
  version,
  created_at: createdAt,
  updated_at: updatedAt,
});

/** The row of a client. Its text is sealed with the other columns. */
export const clientRow = (
  { serviceKeys }: RecordEncryption,
  client: StoredClient,
): TaskEither<Unavailable, ClientRow> => {
  const columns = columnsOf(client);
  return pipe(
    serviceKeys.sealText(clientContext(columns), storedText(client)),
    TE.map((data) => ({ ...columns, data })),
  );
};

const tenantOf = ({ partner_key, team_key }: Pick<ClientRow, 'partner_key' | 'team_key'>): Tenant => ({
  partnerId: decodeColumnText(partner_key),
  teamId: team_key === '' ? null : decodeColumnText(team_key.slice(1)),
});

const clientOf = (row: ClientRow, text: string): Either<Unavailable, StoredClient> => {
  const stored = decode(StoredText, parseJson(text));
  if (E.isLeft(stored)) return E.left(damagedRecord(stored.left));
  const { former_makers: formerMakers, is_disabled: isDisabled, ledger_head: ledgerHead, name, secrets } = stored.right;
  return E.right({
    id: row.id,
    name,
    tenant: tenantOf(row),
    scopes: stored.right.scopes,
    secrets: secrets.map(
      ({ awaits_overlap_ms: awaitsOverlapMs, ends_at: endsAt = null, made_by: madeBy = '', sha256 }) => ({
        sha256,
        endsAt,
        madeBy,
        ...(awaitsOverlapMs !== undefined && { awaitsOverlapMs }),
      }),
    ),
    ...(formerMakers !== undefined && { formerMakers }),
    isDisabled,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    ledgerHead,
  });
};

/** The client of a row. One that does not open is an outage. */
export const openClient =
  ({ serviceKeys }: RecordEncryption) =>
  (row: ClientRow): TaskEither<Unavailable, StoredClient> =>
    pipe(
      serviceKeys.openText(clientContext(row), row.data),
      TE.flatMap((text) => TE.fromEither(clientOf(row, text))),
    );

const damagedClient = (row: RawClientRow): DamagedClient => ({
  isDamaged: true,
  id: row.id,
  tenant: tenantOf(row),
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
      orWhereDamaged<ClientRecord>(() => TE.right(damagedClient(row))),
    );
