import {
  canonicalDigest,
  type DeviceEventClaim,
  type DeviceEventClaims,
  type DeviceEventUse,
  pipe,
  type TaskEither,
  TE,
  t,
  type Unavailable,
} from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { buildFilter } from '../client/columns.ts';
import { type PocketbaseRejection, unexpectedRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';

const Written = t.type({ id: t.string }, 'written row');
const Rows = pageCodec(t.type({ profile: t.string, attempt: t.number }, 'device event row'));

const toUnavailable = (failure: PocketbaseRejection | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexpectedRejection('database', failure) : failure;

/**
 * Records the first use of every device event. The unique index on the event's digest enforces it: of several writers
 * one succeeds, and the others read which use came first. A write without a response may have been executed; a second
 * claim then finds its own row.
 */
export const pocketbaseDeviceEventClaims = (client: PocketbaseClient): DeviceEventClaims => {
  const firstUse = (event: string) =>
    client.call(Rows, (pb, options) =>
      pb.collection('device_events').getList(1, 1, {
        ...options,
        filter: buildFilter(pb, 'event = {:event}', { event }),
        skipTotal: true,
      }),
    );

  /**
   * Determines who used the event first, after a row for it was rejected. When there is no such row, the rejection had
   * another reason.
   */
  const afterRejection = (
    use: DeviceEventUse,
    event: string,
    failure: PocketbaseRejection | Unavailable,
  ): TaskEither<Unavailable, DeviceEventClaim> => {
    if (failure._tag === 'Unavailable') return TE.left(failure);
    return pipe(
      firstUse(event),
      TE.mapLeft(toUnavailable),
      TE.flatMap(({ items: [first] }) => {
        if (first === undefined) return TE.left<Unavailable, DeviceEventClaim>(toUnavailable(failure));
        return TE.right(first.profile === use.profileId && first.attempt === use.attempt ? 'ours' : 'taken');
      }),
    );
  };

  return {
    claim: (use) => {
      const event = canonicalDigest({ device_event: use.eventId });
      const row = { event, profile: use.profileId, attempt: use.attempt };
      return pipe(
        client.call(Written, (pb, options) => pb.collection('device_events').create(row, { ...options, fields: 'id' })),
        TE.map((): DeviceEventClaim => 'ours'),
        TE.orElse((failure) => afterRejection(use, event, failure)),
      );
    },
  };
};
