import { type HealthProbe, pipe, TE, t } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { unexpectedRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';

const Rows = pageCodec(t.type({ id: t.string }, 'profile id'));

/**
 * Reads one id as superuser. A database that is up but rejects our account is useless to us, so its public health
 * address would not be enough.
 */
export const pocketbaseHealthProbe = (client: PocketbaseClient): HealthProbe => ({
  database: () => async () => {
    const begun = performance.now();
    const row = client.call(Rows, (pb, options) =>
      pb.collection('profiles').getList(1, 1, { ...options, fields: 'id', skipTotal: true }),
    );
    const answered = pipe(
      row,
      TE.mapLeft((failure) => (failure._tag === 'Refused' ? unexpectedRejection('database', failure) : failure)),
      TE.map(() => ({ latencyMs: performance.now() - begun })),
    );
    return answered();
  },
});
