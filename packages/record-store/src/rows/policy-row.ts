import { E, type Either, type Policy, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { damagedRecord, decode, orWhereDamaged, parseJson, stringCodec, t } from '@portcullis/domain/kernel';
import type { StoredPolicy } from '@portcullis/domain/ports';
import { PolicyCodec } from '@portcullis/domain/serialization';
import { decodeRow } from '../driver/read-rows.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';
import { encodeColumnText } from './column-text.ts';

const partnerOfKey = (key: string): string | null => {
  try {
    return decodeURIComponent(key.slice(1));
  } catch {
    // The text is not percent-encoded, so it was not written here.
    return null;
  }
};

/** The key of the partner that may choose a policy. A partner with an empty name differs from "everybody". */
export const partnerKey = (partnerId: string | null): string =>
  partnerId === null ? '' : `=${encodeColumnText(partnerId)}`;

const PartnerKey = stringCodec(
  'the key of a partner',
  (key) => key === '' || (key.startsWith('=') && partnerOfKey(key) !== null),
);

const columns = {
  policy_id: t.string,
  version: t.string,
  partner_key: PartnerKey,
  position: t.number,
  digest: t.string,
};

/** A row as it stands, which may not open. */
export const RawPolicyRow = t.type({ ...columns, partner_key: t.string, data: t.unknown });
export type RawPolicyRow = t.TypeOf<typeof RawPolicyRow>;

export const PolicyRow = t.type({ ...columns, data: t.unknown });
export type PolicyRow = t.TypeOf<typeof PolicyRow>;

type PolicyColumns = Omit<PolicyRow, 'data'>;

/** A document that is sealed together with the columns of its row. */
const SealedDocument = t.type({ sealed: t.string });

/** The context of a sealed document: it opens in no row with another column. */
const policyContext = (row: PolicyColumns): TextContext => [
  'policies',
  JSON.stringify([row.policy_id, row.version, row.partner_key, row.position, row.digest]),
  'data',
];

/** The columns of a new row, in plaintext. */
export const policyColumns = (policy: Policy, partnerId: string | null, position: number): PolicyRow => ({
  policy_id: policy.id,
  version: policy.version,
  partner_key: partnerKey(partnerId),
  position,
  digest: policyDigest(policy),
  data: policy,
});

/** A row whose document is sealed. */
export const sealedPolicy =
  ({ serviceKeys }: RecordEncryption) =>
  (row: PolicyRow): TaskEither<Unavailable, PolicyRow> =>
    pipe(
      serviceKeys.sealText(policyContext(row), JSON.stringify(row.data)),
      TE.map((sealed) => ({ ...row, data: { sealed } })),
    );

const damagedPolicy = (cause: unknown): Either<Unavailable, never> => E.left(damagedRecord(cause));

/** A row with its document in plaintext. One that is in clear is damage. */
export const openedPolicy =
  ({ serviceKeys }: RecordEncryption) =>
  (row: PolicyRow): TaskEither<Unavailable, PolicyRow> =>
    SealedDocument.is(row.data)
      ? pipe(
          serviceKeys.openText(policyContext(row), row.data.sealed),
          TE.map((text) => ({ ...row, data: parseJson(text) })),
        )
      : TE.fromEither(damagedPolicy('a policy is in clear'));

const describePolicy = (row: RawPolicyRow): StoredPolicy => ({
  ref: { id: row.policy_id, version: row.version },
  partnerId: row.partner_key === '' ? null : partnerOfKey(row.partner_key),
  digest: row.digest,
});

/** What stands in the columns of a row, and whether it opens. */
export const openPolicyRecord =
  (encryption: RecordEncryption) =>
  (row: RawPolicyRow): TaskEither<Unavailable, StoredPolicy> =>
    pipe(
      TE.fromEither(decodeRow(PolicyRow, row)),
      TE.flatMap(openedPolicy(encryption)),
      TE.map((): StoredPolicy => describePolicy(row)),
      orWhereDamaged(() => TE.right<Unavailable, StoredPolicy>({ ...describePolicy(row), isDamaged: true })),
    );

/** Decodes the document of a row, and checks that it is still the one that was added. */
export const documentOf = (row: PolicyRow): Either<Unavailable, Policy> => {
  const policy = decode(PolicyCodec, row.data);
  if (E.isLeft(policy)) return damagedPolicy(policy.left);
  const { id, version } = policy.right;
  const isUnchanged = id === row.policy_id && version === row.version && policyDigest(policy.right) === row.digest;
  return isUnchanged ? policy : damagedPolicy('the document of a policy is not the one that was added');
};
