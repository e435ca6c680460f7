import {
  decode,
  E,
  type Either,
  type KeptPolicy,
  type Policy,
  PolicyCodec,
  policyDigest,
  t,
  text,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { columnText } from './columns.ts';

const partnerIn = (key: string): string | null => {
  try {
    return decodeURIComponent(key.slice(1));
  } catch {
    // The text is not percent-encoded, so it was not written here.
    return null;
  }
};

/** The key of the partner that may choose a policy. A partner with an empty name differs from "everybody". */
export const partnerKey = (partnerId: string | null): string => (partnerId === null ? '' : `=${columnText(partnerId)}`);

const PartnerKey = text(
  'the key of a partner',
  (key) => key === '' || (key.startsWith('=') && partnerIn(key) !== null),
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

export const keptOf = (row: t.TypeOf<typeof PolicyColumns>): KeptPolicy => ({
  ref: { id: row.policy_id, version: row.version },
  partnerId: row.partner_key === '' ? null : partnerIn(row.partner_key),
  digest: row.digest,
});

const changed = (cause: unknown): Either<Unavailable, never> =>
  E.left(unavailable('database', cause, 'invalid_response'));

/** Decodes the document of a row, and checks that it is still the one that was added. */
export const documentOf = (row: PolicyRow): Either<Unavailable, Policy> => {
  const policy = decode(PolicyCodec, row.data);
  if (E.isLeft(policy)) return changed(policy.left);
  const { id, version } = policy.right;
  const isIt = id === row.policy_id && version === row.version && policyDigest(policy.right) === row.digest;
  return isIt ? policy : changed('the document of a policy is not the one that was added');
};
