import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { damagedRecord, decode, oneOf, parseJson, t } from '@portcullis/domain/kernel';
import { eventTypes, webhookDisabledReasons } from '@portcullis/domain/ledger';
import { type WebhookEndpoint, webhookStatuses } from '@portcullis/domain/ports';
import { nullable, recordCodec, timestamp } from '@portcullis/domain/serialization';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import type { TextContext } from '../../keys/service-keys.ts';
import { decodeColumnText, encodeColumnText } from '../../rows/column-text.ts';
import { teamKey } from '../../rows/profile-row.ts';

/** A row of `webhook_endpoints`. */
export const WebhookEndpointRow = t.type(
  {
    id: t.string,
    partner_key: t.string,
    team_key: t.string,
    status: oneOf(webhookStatuses),
    version: t.number,
    created_at: timestamp,
    data: t.string,
  },
  'endpoint row',
);
export type WebhookEndpointRow = t.TypeOf<typeof WebhookEndpointRow>;

const StoredSecret = recordCodec('secret of an endpoint', { secret: t.string }, { ends_at: timestamp });

/** The sealed content of an endpoint. */
const StoredEndpoint = recordCodec(
  'endpoint',
  { url: t.string, secrets: t.readonlyArray(StoredSecret), updated_at: timestamp },
  {
    description: nullable(t.string),
    types: t.readonlyArray(oneOf(eventTypes)),
    disabled_reason: oneOf(webhookDisabledReasons),
    verified_at: timestamp,
  },
);

/** The context of what is sealed: it opens in no row with another id, owner, status, version or time of creation. */
const webhookContext = (row: Omit<WebhookEndpointRow, 'data'>): TextContext => {
  const { created_at, id, partner_key, status, team_key, version } = row;
  return ['webhook_endpoints', JSON.stringify([id, partner_key, team_key, status, version, created_at]), 'data'];
};

const storedText = (endpoint: WebhookEndpoint): string =>
  JSON.stringify({
    url: endpoint.url,
    secrets: endpoint.secrets.map(({ endsAt, secret }) => ({ secret, ...(endsAt !== null && { ends_at: endsAt }) })),
    updated_at: endpoint.updatedAt,
    ...(endpoint.description !== null && { description: endpoint.description }),
    ...(endpoint.types !== null && { types: endpoint.types }),
    ...(endpoint.disabledReason !== null && { disabled_reason: endpoint.disabledReason }),
    ...(endpoint.verifiedAt !== null && { verified_at: endpoint.verifiedAt }),
  });

/** The row of an endpoint. Its text is sealed with the other columns. */
export const endpointRow = (
  { serviceKeys }: RecordEncryption,
  endpoint: WebhookEndpoint,
): TaskEither<Unavailable, WebhookEndpointRow> => {
  const { createdAt: created_at, id, status, tenant, version } = endpoint;
  const partner_key = encodeColumnText(tenant.partnerId);
  const team_key = teamKey(tenant.teamId);
  const columns = {
    id,
    partner_key,
    team_key,
    status,
    version,
    created_at,
  };
  return pipe(
    serviceKeys.sealText(webhookContext(columns), storedText(endpoint)),
    TE.map((data) => ({ ...columns, data })),
  );
};

/** The team of a row's `team_key`; `null` where it has none. */
export const teamOfKey = (key: string): string | null => (key === '' ? null : decodeColumnText(key.slice(1)));

const endpointOf = (row: WebhookEndpointRow, text: string): Either<Unavailable, WebhookEndpoint> => {
  const stored = decode(StoredEndpoint, parseJson(text));
  if (E.isLeft(stored)) return E.left(damagedRecord(stored.left));
  const { description = null, disabled_reason: disabledReason = null, secrets, types = null } = stored.right;
  const { url, updated_at: updatedAt, verified_at: verifiedAt = null } = stored.right;
  return E.right({
    id: row.id,
    tenant: { partnerId: decodeColumnText(row.partner_key), teamId: teamOfKey(row.team_key) },
    url,
    description,
    types,
    status: row.status,
    disabledReason,
    verifiedAt,
    secrets: secrets.map(({ ends_at: endsAt = null, secret }) => ({ secret, endsAt })),
    createdAt: row.created_at,
    updatedAt,
    version: row.version,
  });
};

/** The endpoint of a row. One that does not open is an outage. */
export const openEndpoint =
  ({ serviceKeys }: RecordEncryption) =>
  (row: WebhookEndpointRow): TaskEither<Unavailable, WebhookEndpoint> =>
    pipe(
      serviceKeys.openText(webhookContext(row), row.data),
      TE.flatMap((text) => TE.fromEither(endpointOf(row, text))),
    );
