import { type Json, JsonCodec, pipe, type SettingsStore, TE, t } from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { unexpectedRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';

const Rows = pageCodec(t.type({ name: t.string, value: JsonCodec }, 'setting row'));

/** The rows of `settings`, one for each value. There are at most 1000, which is one page. */
export const pocketbaseSettingsStore = (client: PocketbaseClient): SettingsStore => ({
  app: () => {
    const rows = client.call(Rows, (pb, options) =>
      pb.collection('settings').getList(1, 1000, { ...options, sort: 'name', skipTotal: true }),
    );
    return pipe(
      rows,
      TE.mapLeft((failure) => (failure._tag === 'Refused' ? unexpectedRejection('database', failure) : failure)),
      TE.map(({ items }): { readonly [key: string]: Json } =>
        Object.fromEntries(items.map(({ name, value }) => [name, value])),
      ),
    );
  },
});
