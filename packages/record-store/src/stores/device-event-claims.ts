import { type DeviceEventClaims, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { canonicalDigest, t } from '@portcullis/domain/kernel';
import type { DeviceEventClaim, DeviceEventUse } from '@portcullis/domain/ports';
import { compare } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../driver/record-driver.ts';
import { unexpectedRejection } from '../driver/rejection.ts';

const UseRow = t.type({ profile: t.string, attempt: t.number }, 'device event row');

/**
 * Records the first use of every device event. The unique index on the event's digest enforces it: of several writers
 * one succeeds, and the others read which use came first. A write without a response may have been executed; a second
 * claim then finds its own row.
 */
export const deviceEventClaimsOver = (driver: RecordDriver): DeviceEventClaims => {
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
        if (first === undefined) return TE.left<Unavailable, DeviceEventClaim>(unexpectedRejection()(failure));
        return TE.right(first.profile === use.profileId && first.attempt === use.attempt ? 'ours' : 'taken');
      }),
    );
  };

  return {
    claim: (use) => {
      const event = canonicalDigest({ device_event: use.eventId });
      const row = { event, profile: use.profileId, attempt: use.attempt };
      return pipe(
        driver.transaction([{ kind: 'insert', table: 'device_events', row }]),
        TE.map((): DeviceEventClaim => 'ours'),
        TE.orElse((failure) => afterRejection(use, event, failure)),
      );
    },
  };
};
