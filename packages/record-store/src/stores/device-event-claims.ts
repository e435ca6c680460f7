import { type DeviceEventClaims, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { canonicalDigest, t } from '@portcullis/domain/kernel';
import type { DeviceEventClaim, DeviceEventUse } from '@portcullis/domain/ports';
import { compare } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../driver/record-driver.ts';
import { unexpectedRejection } from '../driver/rejection.ts';
import type { LookUpDigest, RecordEncryption } from '../keys/record-encryption.ts';

const UseRow = t.type({ profile: t.string, attempt: t.number });

const claimOf = (use: DeviceEventUse, first: t.TypeOf<typeof UseRow>): DeviceEventClaim =>
  first.profile === use.profileId && first.attempt === use.attempt ? 'ours' : 'taken';

/** The digest with which an event is stored: nobody without the key can compute it. */
export const eventDigest = (digest: LookUpDigest, eventId: string): string =>
  digest('device_event', canonicalDigest({ device_event: eventId }));

/**
 * Records the first use of every device event. The unique index on the event's digest enforces it: of several writers
 * one succeeds, and the others read which use came first. A write without a response may have been executed; a second
 * claim then finds its own row.
 */
export const deviceEventClaimsOver = (driver: RecordDriver, { lookUpDigest }: RecordEncryption): DeviceEventClaims => {
  const firstUse = (event: string) =>
    pageOfRows(driver, 'device_events', UseRow, { filter: compare('event', '=', event), limit: 1 });

  /**
   * Determines who used the event first, after a row for it was rejected. When there is no such row, the rejection had
   * another reason.
   */
  const afterRejection = (
    use: DeviceEventUse,
    event: string,
    failure: WriteRejection | Unavailable,
  ): TaskEither<Unavailable, DeviceEventClaim> => {
    if (failure._tag === 'Unavailable') return TE.left(failure);
    return pipe(
      firstUse(event),
      TE.flatMap(([first]) => {
        if (first === undefined) return TE.left(unexpectedRejection()(failure));
        return TE.right(claimOf(use, first));
      }),
    );
  };

  const insert = (use: DeviceEventUse, event: string): TaskEither<Unavailable, DeviceEventClaim> =>
    pipe(
      driver.transaction([
        { kind: 'insert', table: 'device_events', row: { event, profile: use.profileId, attempt: use.attempt } },
      ]),
      TE.map((): DeviceEventClaim => 'ours'),
      TE.orElse((failure) => afterRejection(use, event, failure)),
    );

  return {
    claim: (use) =>
      pipe(
        lookUpDigest,
        TE.flatMap((digest) => insert(use, eventDigest(digest, use.eventId))),
      ),
  };
};
