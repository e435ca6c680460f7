import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { damagedRecord, decode, IdCodec, isOfOneRecord, parseJson, t } from '@portcullis/domain/kernel';
import type { ReviewClaim, ReviewHolder } from '@portcullis/domain/ports';
import { recordCodec } from '@portcullis/domain/serialization';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import type { TextContext } from '../../keys/service-keys.ts';
import { decodeColumnText, encodeColumnText } from '../../rows/column-text.ts';
import { teamKey } from '../../rows/profile-row.ts';

/** A row of `review_claims`. Its id is that of the profile; `data` is empty while nobody has the profile. */
export const ClaimRow = t.type(
  {
    id: IdCodec,
    partner_key: t.string,
    team_key: t.string,
    generation: t.number,
    held_until: t.string,
    data: t.string,
  },
  'review claim row',
);
export type ClaimRow = t.TypeOf<typeof ClaimRow>;

const StoredHolder = recordCodec('holder of a review', { staff_id: t.string, name: t.string }, {});

/** The context of what is sealed: it opens for no other profile, tenant, generation or time. */
const claimContext = ({ generation, held_until, id, partner_key, team_key }: Omit<ClaimRow, 'data'>) =>
  [
    'review_claims',
    JSON.stringify([id, partner_key, team_key, generation, held_until]),
    'data',
  ] as const satisfies TextContext;

const storedText = ({ name, staffId }: ReviewHolder): string => JSON.stringify({ staff_id: staffId, name });

/** The row of a claim. */
export const claimRow = (
  { serviceKeys }: RecordEncryption,
  { generation, heldUntil: held_until, holder, profileId: id, tenant }: ReviewClaim,
): TaskEither<Unavailable, ClaimRow> => {
  const partner_key = encodeColumnText(tenant.partnerId);
  const team_key = teamKey(tenant.teamId);
  const columns = { id, partner_key, team_key, generation, held_until };
  if (holder === null) return TE.right({ ...columns, data: '' });
  return pipe(
    serviceKeys.sealText(claimContext(columns), storedText(holder)),
    TE.map((data) => ({ ...columns, data })),
  );
};

const claimOf = (row: ClaimRow, text: string | null): Either<Unavailable, ReviewClaim> => {
  const stored = text === null ? null : decode(StoredHolder, parseJson(text));
  if (stored !== null && E.isLeft(stored)) return E.left(damagedRecord(stored.left));
  const teamId = row.team_key === '' ? null : decodeColumnText(row.team_key.slice(1));
  return E.right({
    profileId: row.id,
    tenant: { partnerId: decodeColumnText(row.partner_key), teamId },
    generation: row.generation,
    heldUntil: row.held_until,
    holder: stored === null ? null : { staffId: stored.right.staff_id, name: stored.right.name },
  });
};

/** A claim of nobody, which the next one replaces, where the row was changed by somebody without the keys. */
const orNobodys =
  (row: ClaimRow) =>
  (failure: Unavailable): Either<Unavailable, ReviewClaim> =>
    isOfOneRecord(failure) ? claimOf({ ...row, held_until: '' }, null) : E.left(failure);

/**
 * The claim of a row. One that does not open is nobody's: it keeps the profile, and the queue around it, from no
 * reviewer, and what was decided by it stands in the ledger.
 */
export const openClaim =
  ({ serviceKeys }: RecordEncryption) =>
  (row: ClaimRow): TaskEither<Unavailable, ReviewClaim> => {
    const opened =
      row.data === ''
        ? TE.fromEither(claimOf(row, null))
        : pipe(
            serviceKeys.openText(claimContext(row), row.data),
            TE.flatMap((text) => TE.fromEither(claimOf(row, text))),
          );
    return pipe(
      opened,
      TE.orElse((failure) => TE.fromEither(orNobodys(row)(failure))),
    );
  };
