import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { damagedRecord, decode, oneOf, parseJson, t } from '@portcullis/domain/kernel';
import {
  type DamagedDraft,
  type DraftPerson,
  type DraftRecord,
  draftStatuses,
  type PolicyDraft,
} from '@portcullis/domain/ports';
import { nonNegativeInteger, PolicyCodec, recordCodec, timestamp } from '@portcullis/domain/serialization';
import { decodeRow, orWhereDamaged } from '../driver/read-rows.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';
import { decodeColumnText, encodeColumnText } from './column-text.ts';
import { parseTimestamp } from './parse-timestamp.ts';

/** A row of `policy_drafts` without its back-test. */
export const PolicyDraftRow = t.type(
  {
    id: t.string,
    partner_key: t.string,
    status: oneOf(draftStatuses),
    version: t.number,
    created_at: timestamp,
    updated_at: timestamp,
    data: t.string,
  },
  'policy draft row',
);
export type PolicyDraftRow = t.TypeOf<typeof PolicyDraftRow>;

/** The same, as far as it takes to say that it does not open. */
export const RawDraftRow = t.type(
  {
    id: t.string,
    partner_key: t.string,
    status: oneOf(draftStatuses),
    version: t.number,
    created_at: t.string,
    updated_at: t.string,
    data: t.string,
  },
  'policy draft row',
);
type RawDraftRow = t.TypeOf<typeof RawDraftRow>;

const StoredPerson = recordCodec('writer of a draft', { staff_id: t.string, name: t.string }, {});

/** The sealed content of a draft. */
const StoredText = recordCodec(
  'policy draft',
  {
    policy: PolicyCodec,
    revision: nonNegativeInteger,
    writers: t.readonlyArray(StoredPerson),
    ledger_head: t.string,
  },
  { note: t.string, approved_by: StoredPerson },
);

/** The context of what is sealed: it opens in no row with another id, owner, status, version or time. */
const policyDraftContext = (row: Omit<PolicyDraftRow, 'data'>): TextContext => {
  const { created_at, id, partner_key, status, updated_at, version } = row;
  return ['policy_drafts', JSON.stringify([id, partner_key, status, version, created_at, updated_at]), 'data'];
};

const storedPerson = ({ name, staffId }: DraftPerson) => ({ staff_id: staffId, name });
const personOf = ({ name, staff_id }: t.TypeOf<typeof StoredPerson>): DraftPerson => ({ staffId: staff_id, name });

const storedText = ({ approvedBy, ledgerHead, note, policy, revision, writers }: PolicyDraft): string =>
  JSON.stringify({
    policy,
    revision,
    writers: writers.map(storedPerson),
    ledger_head: ledgerHead,
    ...(note !== null && { note }),
    ...(approvedBy !== null && { approved_by: storedPerson(approvedBy) }),
  });

const columnsOf = ({ createdAt, id, partnerId, status, updatedAt, version }: PolicyDraft) => ({
  id,
  partner_key: encodeColumnText(partnerId),
  status,
  version,
  created_at: createdAt,
  updated_at: updatedAt,
});

/** The columns of a draft, without those of its back-test. Its text is sealed with the other columns. */
export const policyDraftRow = (
  { serviceKeys }: RecordEncryption,
  draft: PolicyDraft,
): TaskEither<Unavailable, PolicyDraftRow> => {
  const columns = columnsOf(draft);
  return pipe(
    serviceKeys.sealText(policyDraftContext(columns), storedText(draft)),
    TE.map((data) => ({ ...columns, data })),
  );
};

const draftOf = (row: PolicyDraftRow, text: string): Either<Unavailable, PolicyDraft> => {
  const stored = decode(StoredText, parseJson(text));
  if (E.isLeft(stored)) return E.left(damagedRecord(stored.left));
  const { approved_by: approvedBy, ledger_head: ledgerHead, note = null, policy, revision, writers } = stored.right;
  return E.right({
    id: row.id,
    partnerId: decodeColumnText(row.partner_key),
    status: row.status,
    revision,
    policy,
    note,
    writers: writers.map(personOf),
    approvedBy: approvedBy === undefined ? null : personOf(approvedBy),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    ledgerHead,
  });
};

/** The draft of a row. One that does not open is an outage. */
export const openPolicyDraft =
  ({ serviceKeys }: RecordEncryption) =>
  (row: PolicyDraftRow): TaskEither<Unavailable, PolicyDraft> =>
    pipe(
      serviceKeys.openText(policyDraftContext(row), row.data),
      TE.flatMap((text) => TE.fromEither(draftOf(row, text))),
    );

const damagedDraft = (row: RawDraftRow): DamagedDraft => ({
  isDamaged: true,
  id: row.id,
  partnerId: decodeColumnText(row.partner_key),
  status: row.status,
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
      orWhereDamaged<DraftRecord>(() => TE.right(damagedDraft(row))),
    );
