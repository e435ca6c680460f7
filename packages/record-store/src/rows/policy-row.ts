import { E, type Either, type Policy, type Unavailable, unavailable } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { decode, stringCodec, t } from '@portcullis/domain/kernel';
import type { StoredPolicy } from '@portcullis/domain/ports';
import { PolicyCodec } from '@portcullis/domain/serialization';
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

/** A row of `policies` without its document. */
export const PolicyColumns = t.type(columns, 'policy row');
export const PolicyRow = t.type({ ...columns, data: t.unknown }, 'policy row with its document');
export type PolicyRow = t.TypeOf<typeof PolicyRow>;

export const policyColumns = (policy: Policy, partnerId: string | null) => ({
  policy_id: policy.id,
  version: policy.version,
  partner_key: partnerKey(partnerId),
  digest: policyDigest(policy),
  data: policy,
});

export const describePolicy = (row: t.TypeOf<typeof PolicyColumns>): StoredPolicy => ({
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
