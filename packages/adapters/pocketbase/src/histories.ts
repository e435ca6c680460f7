import { type Histories, LedgerEntryCodec, pipe, TE, t } from '@portcullis/domain';
import type { PocketbaseClient } from './client/client.ts';
import { unexplained } from './client/failure.ts';
import { filterOf, isRowId } from './columns.ts';
import { pageOfRows } from './rows.ts';

const Rows = pageOfRows(t.type({ data: LedgerEntryCodec }, 'ledger row'));

/** The ledger as it was written; form is checked here, the chain by the verifier. */
export const pocketbaseHistories = (client: PocketbaseClient): Histories => ({
  entries: (profileId, { kind, afterSeq, limit }) => {
    if (!isRowId(profileId)) return TE.right([]);
    const expression = `profile = {:profile} && seq > {:after}${kind === undefined ? '' : ' && kind = {:kind}'}`;
    const values = { profile: profileId, after: afterSeq, ...(kind !== undefined && { kind }) };
    const rows = client.call(Rows, (pb, options) =>
      pb.collection('ledger').getList(1, limit, {
        ...options,
        filter: filterOf(pb, expression, values),
        sort: 'seq',
        skipTotal: true,
      }),
    );
    return pipe(
      rows,
      TE.mapLeft((failure) => (failure._tag === 'Refused' ? unexplained('database', failure) : failure)),
      TE.map(({ items }) => items.map(({ data }) => data)),
    );
  },
});
