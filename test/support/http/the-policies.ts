import { notFound, TE } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import type { Services } from '@portcullis/http';
import { aPolicy } from '../builders/policies.ts';
import { aPolicyDraft } from '../builders/policy-drafts.ts';

const policy = aPolicy();
const { id, version } = policy;

const thePolicy = { ref: { id, version }, partnerId: 'acme', digest: policyDigest(policy), policy };

const draft = aPolicyDraft();

/** A draft without a fault. */
export const theDraft = { draft, digest: policyDigest(policy), findings: [], isPublishable: true };

const ofDraft = <A>(asked: string, value: A) => (asked === draft.id ? TE.right(value) : TE.left(notFound));

type PolicyServices =
  | 'listPolicies'
  | 'readPolicy'
  | 'listDrafts'
  | 'getDraft'
  | 'createDraft'
  | 'replaceDraft'
  | 'discardDraft'
  | 'publishDraft';

/** The use cases of policies, of which there is one, and of drafts, of which there is one as well. */
export const policyServices: Pick<Services, PolicyServices> = {
  listPolicies: () => TE.right([thePolicy]),
  readPolicy: ({ ref }) => (ref.id === id && ref.version === version ? TE.right(thePolicy) : TE.left(notFound)),
  listDrafts: () => TE.right([draft]),
  getDraft: (asked) => ofDraft(asked.id, theDraft),
  createDraft: () => TE.right(theDraft),
  replaceDraft: (asked) => ofDraft(asked.id, theDraft),
  discardDraft: (asked) => ofDraft(asked.id, { ...theDraft, draft: { ...draft, status: 'discarded' } }),
  publishDraft: (asked) => ofDraft(asked.id, { ...theDraft, draft: { ...draft, status: 'published' } }),
};
