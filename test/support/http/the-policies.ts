import { notFound, TE } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import type { Services } from '@portcullis/http';
import { aPolicy } from '../builders/policies.ts';

const policy = aPolicy();
const { id, version } = policy;

const thePolicy = { ref: { id, version }, partnerId: 'acme', digest: policyDigest(policy), policy };

/** The use cases that read policies, of which there is one. */
export const policyServices: Pick<Services, 'listPolicies' | 'readPolicy'> = {
  listPolicies: () => TE.right([thePolicy]),
  readPolicy: ({ ref }) => (ref.id === id && ref.version === version ? TE.right(thePolicy) : TE.left(notFound)),
};
