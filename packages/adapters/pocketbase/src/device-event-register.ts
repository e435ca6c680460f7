import {
  type DeviceEventClaim,
  type DeviceEventRegister,
  type DeviceEventUse,
  digestOf,
  pipe,
  type TaskEither,
  TE,
  t,
  type Unavailable,
} from '@portcullis/domain';
import type { PocketbaseClient } from './client/client.ts';
import { type Refused, unexplained } from './client/failure.ts';
import { filterOf } from './columns.ts';
import { pageOfRows } from './rows.ts';

const Written = t.type({ id: t.string }, 'written row');
const Rows = pageOfRows(t.type({ profile: t.string, attempt: t.number }, 'device event row'));

const asOutage = (failure: Refused | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexplained('database', failure) : failure;

/**
 * Records the first use of every device event. The unique index on the event's digest enforces it: of several writers
 * one succeeds, and the others read which use came first. A write without a response may have been executed; a second
 * claim then finds its own row.
 */
export const pocketbaseDeviceEventRegister = (client: PocketbaseClient): DeviceEventRegister => {
  const ownerOf = (event: string) =>
    client.call(Rows, (pb, options) =>
      pb.collection('device_events').getList(1, 1, {
        ...options,
        filter: filterOf(pb, 'event = {:event}', { event }),
        skipTotal: true,
      }),
    );

  /**
   * Determines who used the event first, after a row for it was rejected. When there is no such row, the rejection had
   * another reason.
   */
  const afterwards = (
    use: DeviceEventUse,
    event: string,
    failure: Refused | Unavailable,
  ): TaskEither<Unavailable, DeviceEventClaim> => {
    if (failure._tag === 'Unavailable') return TE.left(failure);
    return pipe(
      ownerOf(event),
      TE.mapLeft(asOutage),
      TE.flatMap(({ items: [first] }) => {
        if (first === undefined) return TE.left<Unavailable, DeviceEventClaim>(asOutage(failure));
        return TE.right(first.profile === use.profileId && first.attempt === use.attempt ? 'ours' : 'taken');
      }),
    );
  };

  return {
    claim: (use) => {
      const event = digestOf({ device_event: use.eventId });
      const row = { event, profile: use.profileId, attempt: use.attempt };
      return pipe(
        client.call(Written, (pb, options) => pb.collection('device_events').create(row, { ...options, fields: 'id' })),
        TE.map((): DeviceEventClaim => 'ours'),
        TE.orElse((failure) => afterwards(use, event, failure)),
      );
    },
  };
};
