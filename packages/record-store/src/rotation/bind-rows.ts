import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { Row, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, ofDatabase } from '../driver/rejection.ts';
import { isSealedText } from '../encryption/sealed-text.ts';
import type { TextContext } from '../keys/service-keys.ts';
import { AccessRow, sealedLines } from '../rows/access-row.ts';
import { ClientRow, clientContext } from '../rows/client-row.ts';
import { decodeColumnText } from '../rows/column-text.ts';
import { isSealedPolicy, PolicyRow, sealedPolicy } from '../rows/policy-row.ts';
import { SettingRow, sealedSetting, sealedValueOf } from '../rows/setting-row.ts';
import { keyedEventDigest } from '../stores/device-event-claims.ts';
import { ClaimRow, claimContext, clearHolder } from '../stores/reviews/claim-row.ts';
import { WebhookEndpointRow, webhookContext } from '../stores/webhooks/endpoint-row.ts';
import { unboundRows } from './plaintext-rows.ts';
import type { RotationNeeds, RotationOutcome, RotationPart } from './rotation-part.ts';
import { patchRow, rotationOutcomeOf } from './row-access.ts';
import { sealPart } from './seal-other-rows.ts';

const rotated = TE.right<Unavailable, RotationOutcome>('rotated');

/** Seals the documents of policies together with the columns of their rows. */
export const bindPoliciesPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, unboundRows.policies, PolicyRow, (row, id) =>
    isSealedPolicy(row)
      ? rotated
      : pipe(
          sealedPolicy(needs.encryption)(row),
          TE.flatMap(({ data }) => patchRow(needs.driver, 'policies', id, { data })),
        ),
  );

/** Seals the values of settings together with their names. */
export const bindSettingsPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, unboundRows.settings, SettingRow, (row, id) =>
    sealedValueOf(row) !== null
      ? rotated
      : pipe(
          sealedSetting(needs.encryption, row),
          TE.flatMap((value) => patchRow(needs.driver, 'settings', id, { value })),
        ),
  );

/** Seals the lines of the access log together with whose they are, and when they were written. */
export const bindAccessLogPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, unboundRows.access_log, AccessRow, (row, id) =>
    'sealed' in row.lines
      ? rotated
      : pipe(
          sealedLines(needs.encryption, row, row.lines),
          TE.flatMap((lines) => patchRow(needs.driver, 'access_log', id, { lines })),
        ),
  );

/** A row that is sealed as one text, and that its version says has not been changed since it was read. */
type VersionedRow = { readonly version: number; readonly data: string };

/**
 * Seals the text of a row together with its other columns. One that was changed since it was read keeps what was
 * written then: whoever has the keys has sealed it.
 */
const bindText = (
  { driver, encryption }: RotationNeeds,
  table: 'webhook_endpoints' | 'clients',
  id: string,
  { data: stored, version }: VersionedRow,
  context: TextContext,
): TaskEither<Unavailable, RotationOutcome> =>
  isSealedText(stored)
    ? rotated
    : pipe(
        encryption.serviceKeys.sealText(context, decodeColumnText(stored)),
        TE.flatMap((data) => driver.updateIf({ table, id, expected: { version }, columns: { data } })),
        TE.map((): RotationOutcome => 'rotated'),
        TE.mapLeft(ofDatabase),
      );

/** Seals what endpoints say together with whose they are. */
export const bindWebhookEndpointsPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, unboundRows.webhook_endpoints, WebhookEndpointRow, (row, id) =>
    bindText(needs, 'webhook_endpoints', id, row, webhookContext(row)),
  );

/** Seals who has which profile for review. A claim that was replaced since it was read keeps what was written then. */
export const bindReviewClaimsPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, unboundRows.review_claims, ClaimRow, (row, id) =>
    isSealedText(row.data) || row.data === ''
      ? rotated
      : pipe(
          needs.encryption.serviceKeys.sealText(claimContext(row), clearHolder(row)),
          TE.flatMap((data) => {
            const { generation } = row;
            return needs.driver.updateIf({ table: 'review_claims', id, expected: { generation }, columns: { data } });
          }),
          TE.map((): RotationOutcome => 'rotated'),
          TE.mapLeft(ofDatabase),
        ),
  );

/** Seals what clients are and may do together with whose they are. */
export const bindClientsPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, unboundRows.clients, ClientRow, (row, id) => bindText(needs, 'clients', id, row, clientContext(row)));

const EventRow = t.type({ event: t.string }, 'device event row');

/** Stores used device events under digests with a key. */
export const bindDeviceEventsPart = (needs: RotationNeeds): RotationPart => {
  const { driver, encryption } = needs;
  const update = (id: string, columns: Row): TaskEither<WriteRejection | Unavailable, void> =>
    pipe(
      driver.transaction([{ kind: 'update', table: 'device_events', id, columns }]),
      TE.orElse((failure) =>
        // An instance of an earlier release has claimed the event after one with the keys, which looks for both digests
        // before it claims: the claim under the digest with a key is the first one, and the other must not stay.
        isNotUnique(failure, 'event')
          ? driver.transaction([{ kind: 'delete', table: 'device_events', id }])
          : TE.left(failure),
      ),
    );
  return sealPart(needs, unboundRows.device_events, EventRow, ({ event }, id) =>
    pipe(
      encryption.lookUpDigest,
      TE.flatMap((digest) =>
        digest === null ? rotated : rotationOutcomeOf(update(id, { event: keyedEventDigest(digest, event) })),
      ),
    ),
  );
};
