import { pipe, type RecordIndex, TE, t, type Unavailable } from '@portcullis/domain';
import type { PocketbaseClient } from './client/client.ts';
import { type Refused, unexplained } from './client/failure.ts';
import { filterOf } from './columns.ts';
import { pageOfRows } from './rows.ts';

const ProfileIds = pageOfRows(t.type({ id: t.string }, 'profile id'));
const ChainIds = pageOfRows(t.type({ profile: t.string }, 'profile id of a ledger row'));

const asOutage = (failure: Refused | Unavailable): Unavailable =>
  failure._tag === 'Refused' ? unexplained('database', failure) : failure;

/** The ids of the rows, without a look into what is in them. */
export const pocketbaseRecordIndex = (client: PocketbaseClient): RecordIndex => ({
  profileIds: (after, limit) =>
    pipe(
      client.call(ProfileIds, (pb, options) =>
        pb.collection('profiles').getList(1, limit, {
          ...options,
          filter: filterOf(pb, 'id > {:after}', { after: after ?? '' }),
          sort: 'id',
          fields: 'id',
          skipTotal: true,
        }),
      ),
      TE.mapLeft(asOutage),
      TE.map(({ items }) => items.map(({ id }) => id)),
    ),
  // A page of entries is a few profiles: the next one begins behind the last of them, however many entries that one has.
  chainIds: (after, limit) =>
    pipe(
      client.call(ChainIds, (pb, options) =>
        pb.collection('ledger').getList(1, 1000, {
          ...options,
          filter: filterOf(pb, 'profile > {:after}', { after: after ?? '' }),
          sort: 'profile,seq',
          fields: 'profile',
          skipTotal: true,
        }),
      ),
      TE.mapLeft(asOutage),
      TE.map(({ items }) => [...new Set(items.map(({ profile }) => profile))].slice(0, limit)),
    ),
});
