import type { ReviewClaim, ReviewHolder } from '@portcullis/backoffice/ports';
import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { IdCodec, orWhereDamaged, t } from '@portcullis/domain/kernel';
import { recordCodec } from '@portcullis/domain/serialization';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { ownerColumns, ownerOf } from '../../rows/owner-columns.ts';
import { sealedContent } from '../../rows/sealed-content.ts';

/** A row of `review_claims`. Its id is that of the profile; `data` is empty while nobody has the profile. */
export const ClaimRow = t.type({
  id: IdCodec,
  partner_key: t.string,
  team_key: t.string,
  generation: t.number,
  held_until: t.string,
  data: t.string,
});
export type ClaimRow = t.TypeOf<typeof ClaimRow>;

const Holder = recordCodec('holder of a review', { staffId: t.string, name: t.string });

/** It opens for no other profile, tenant, generation or time. */
const sealed = sealedContent(Holder, 'review_claims', 'data', [
  'id',
  'partner_key',
  'team_key',
  'generation',
  'held_until',
]);

/** The row of a claim. */
export const claimRow = (
  encryption: RecordEncryption,
  { generation, heldUntil, holder, profileId, tenant }: ReviewClaim,
): TaskEither<Unavailable, ClaimRow> => {
  const row = { id: profileId, ...ownerColumns(tenant), generation, held_until: heldUntil };
  return pipe(
    holder === null ? TE.right('') : sealed.seal(encryption, row, holder),
    TE.map((data) => ({ ...row, data })),
  );
};

const claimOf = (row: ClaimRow, holder: ReviewHolder | null): ReviewClaim => ({
  profileId: row.id,
  tenant: ownerOf(row),
  generation: row.generation,
  heldUntil: row.held_until,
  holder,
});

/**
 * The claim of a row. One that does not open is nobody's, and the next one replaces it: it keeps the profile, and the
 * queue around it, from no reviewer, and what was decided by it stands in the ledger.
 */
export const openClaim =
  (encryption: RecordEncryption) =>
  (row: ClaimRow): TaskEither<Unavailable, ReviewClaim> => {
    if (row.data === '') return TE.right(claimOf(row, null));
    return pipe(
      sealed.open(encryption, row, row.data),
      TE.map((holder) => claimOf(row, holder)),
      orWhereDamaged(() => TE.right(claimOf({ ...row, held_until: '' }, null))),
    );
  };
