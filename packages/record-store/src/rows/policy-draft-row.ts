import { type DamagedDraft, type DraftRecord, draftStatuses, type PolicyDraft } from '@portcullis/backoffice/ports';
import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { oneOf, orWhereDamaged, t } from '@portcullis/domain/kernel';
import { nonNegativeInteger, nullable, PolicyCodec, recordCodec, timestamp } from '@portcullis/domain/serialization';
import { decodeRow } from '../driver/read-rows.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { decodeColumnText, encodeColumnText } from './column-text.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import { sealedContent } from './sealed-content.ts';

const columns = {
  id: t.string,
  partner_key: t.string,
  status: oneOf(draftStatuses),
  version: t.number,
  data: t.string,
};

/** A row of `policy_drafts` without its back-test. */
export const PolicyDraftRow = t.type({ ...columns, created_at: timestamp, updated_at: timestamp });
export type PolicyDraftRow = t.TypeOf<typeof PolicyDraftRow>;

/** The same, as far as it takes to say that it does not open. */
export const RawDraftRow = t.type({ ...columns, created_at: t.string, updated_at: t.string });
type RawDraftRow = t.TypeOf<typeof RawDraftRow>;

const Person = recordCodec('writer of a draft', { staffId: t.string, name: t.string });

const DraftContent = recordCodec('policy draft', {
  policy: PolicyCodec,
  revision: nonNegativeInteger,
  writers: t.readonlyArray(Person),
  approvedBy: nullable(Person),
  note: nullable(t.string),
  ledgerHead: t.string,
});

/** It opens in no row with another id, owner, status, version or time. */
const sealed = sealedContent(DraftContent, 'policy_drafts', 'data', [
  'id',
  'partner_key',
  'status',
  'version',
  'created_at',
  'updated_at',
]);

/** The columns of a draft, without those of its back-test. Its content is sealed with the other columns. */
export const policyDraftRow = (
  encryption: RecordEncryption,
  { createdAt, id, partnerId, status, updatedAt, version, ...content }: PolicyDraft,
): TaskEither<Unavailable, PolicyDraftRow> => {
  const row = {
    id,
    partner_key: encodeColumnText(partnerId),
    status,
    version,
    created_at: createdAt,
    updated_at: updatedAt,
  };
  return pipe(
    sealed.seal(encryption, row, content),
    TE.map((data) => ({ ...row, data })),
  );
};

/** The facts that stand in the columns of a row. */
const shownOf = ({ id, partner_key, status }: RawDraftRow) => ({
  id,
  partnerId: decodeColumnText(partner_key),
  status,
});

/** The draft of a row. One that does not open is an outage. */
export const openPolicyDraft =
  (encryption: RecordEncryption) =>
  (row: PolicyDraftRow): TaskEither<Unavailable, PolicyDraft> =>
    pipe(
      sealed.open(encryption, row, row.data),
      TE.map((content) => ({
        ...shownOf(row),
        ...content,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        version: row.version,
      })),
    );

const damagedDraft = (row: RawDraftRow): DamagedDraft => ({
  isDamaged: true,
  ...shownOf(row),
  createdAt: parseTimestamp(row.created_at),
  updatedAt: parseTimestamp(row.updated_at),
});

/** The draft of a row, and of one that does not open what is known of it. */
export const openDraftRecord =
  (encryption: RecordEncryption) =>
  (row: RawDraftRow): TaskEither<Unavailable, DraftRecord> =>
    pipe(
      TE.fromEither(decodeRow(PolicyDraftRow, row)),
      TE.flatMap(openPolicyDraft(encryption)),
      TE.map((draft): DraftRecord => draft),
      orWhereDamaged(() => TE.right(damagedDraft(row))),
    );
