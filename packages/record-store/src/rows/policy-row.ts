import {
  E,
  type Either,
  type Policy,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { decode, parseJson, stringCodec, t } from '@portcullis/domain/kernel';
import type { StoredPolicy } from '@portcullis/domain/ports';
import { PolicyCodec } from '@portcullis/domain/serialization';
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

export const PolicyRow = t.type({ ...columns, data: t.unknown }, 'policy row');
export type PolicyRow = t.TypeOf<typeof PolicyRow>;

type PolicyColumns = Omit<PolicyRow, 'data'>;

/** A document that is sealed together with the columns of its row. No field of a policy has this name. */
const SealedDocument = t.type({ sealed: t.string }, 'sealed policy');

/** Whether the document of a row is sealed. */
export const isSealedPolicy = (row: PolicyRow): row is PolicyRow & { readonly data: { readonly sealed: string } } =>
  SealedDocument.is(row.data);

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

/** A row whose document is sealed, or stays in plaintext where there is no keyring. */
export const sealedPolicy =
  ({ keyring, marker, serviceKeys }: RecordEncryption) =>
  (row: PolicyRow): TaskEither<Unavailable, PolicyRow> =>
    keyring === null
      ? pipe(
          marker.refuseWithoutKeyring,
          TE.map(() => row),
        )
      : pipe(
          serviceKeys.sealText(policyContext(row), JSON.stringify(row.data)),
          TE.map((sealed) => ({ ...row, data: { sealed } })),
        );

/** A row with its document in plaintext. One that was never sealed is damage once everything is sealed. */
export const openedPolicy =
  ({ marker, serviceKeys }: RecordEncryption) =>
  (row: PolicyRow): TaskEither<Unavailable, PolicyRow> =>
    isSealedPolicy(row)
      ? pipe(
          serviceKeys.openText(policyContext(row), row.data.sealed),
          TE.map((text) => ({ ...row, data: parseJson(text) })),
        )
      : pipe(
          marker.believeClear('a policy'),
          TE.map(() => row),
        );

export const describePolicy = (row: PolicyColumns): StoredPolicy => ({
  ref: { id: row.policy_id, version: row.version },
  partnerId: row.partner_key === '' ? null : partnerOfKey(row.partner_key),
  digest: row.digest,
});

const damagedPolicy = (cause: unknown): Either<Unavailable, never> =>
  E.left(unavailable('database', cause, 'invalid_response'));

/** Decodes the document of a row, and checks that it is still the one that was added. */
export const documentOf = (row: PolicyRow): Either<Unavailable, Policy> => {
  const policy = decode(PolicyCodec, row.data);
  if (E.isLeft(policy)) return damagedPolicy(policy.left);
  const { id, version } = policy.right;
  const isUnchanged = id === row.policy_id && version === row.version && policyDigest(policy.right) === row.digest;
  return isUnchanged ? policy : damagedPolicy('the document of a policy is not the one that was added');
};
