import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { oneOf, t } from '@portcullis/domain/kernel';
import { nullable, recordCodec, timestamp } from '@portcullis/domain/serialization';
import { eventTypes, type WebhookEndpoint, webhookDisabledReasons, webhookStatuses } from '@portcullis/events/ports';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { ownerColumns, ownerOf } from '../../rows/owner-columns.ts';
import { sealedContent } from '../../rows/sealed-content.ts';

/** A row of `webhook_endpoints`. */
export const WebhookEndpointRow = t.type({
  id: t.string,
  partner_key: t.string,
  team_key: t.string,
  status: oneOf(webhookStatuses),
  version: t.number,
  created_at: timestamp,
  data: t.string,
});
export type WebhookEndpointRow = t.TypeOf<typeof WebhookEndpointRow>;

const Secret = recordCodec('secret of an endpoint', { secret: t.string, endsAt: nullable(timestamp) });

const EndpointContent = recordCodec('endpoint', {
  url: t.string,
  description: nullable(t.string),
  types: nullable(t.readonlyArray(oneOf(eventTypes))),
  disabledReason: nullable(oneOf(webhookDisabledReasons)),
  verifiedAt: nullable(timestamp),
  secrets: t.readonlyArray(Secret),
  updatedAt: timestamp,
});

/** It opens in no row with another id, owner, status, version or time of creation. */
const sealed = sealedContent(EndpointContent, 'webhook_endpoints', 'data', [
  'id',
  'partner_key',
  'team_key',
  'status',
  'version',
  'created_at',
]);

/** The row of an endpoint. Its content is sealed with the other columns. */
export const endpointRow = (
  encryption: RecordEncryption,
  { createdAt, id, status, tenant, version, ...content }: WebhookEndpoint,
): TaskEither<Unavailable, WebhookEndpointRow> => {
  const row = { id, ...ownerColumns(tenant), status, version, created_at: createdAt };
  return pipe(
    sealed.seal(encryption, row, content),
    TE.map((data) => ({ ...row, data })),
  );
};

/** The endpoint of a row. One that does not open is an outage. */
export const openEndpoint =
  (encryption: RecordEncryption) =>
  (row: WebhookEndpointRow): TaskEither<Unavailable, WebhookEndpoint> =>
    pipe(
      sealed.open(encryption, row, row.data),
      TE.map((content) => ({
        id: row.id,
        tenant: ownerOf(row),
        ...content,
        status: row.status,
        createdAt: row.created_at,
        version: row.version,
      })),
    );
