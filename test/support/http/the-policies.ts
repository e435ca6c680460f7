import { aBackTest, aPolicyDraft } from '@portcullis/contracts/builders';
import { notFound, TE } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import type { Services } from '@portcullis/http';
import { aPolicy } from '../builders/policies.ts';

const policy = aPolicy();
const { id, version } = policy;

const thePolicy = { ref: { id, version }, partnerId: 'acme', digest: policyDigest(policy), policy };

const draft = aPolicyDraft();

/** A draft without a fault. */
export const theDraft = { draft, digest: policyDigest(policy), findings: [], isPublishable: true };

/** A back-test that has found a change. */
export const theBackTest = aBackTest({
  findings: {
    judged: 12,
    unjudged: 1,
    cells: [{ from: 'approve', to: 'review', count: 2 }],
    reasons: [{ reason: 'face_match_borderline', comes: 2, goes: 0 }],
    examples: [{ from: 'approve', to: 'review', profileIds: ['ada000000000001'] }],
  },
});

const ofDraft = <A>(asked: string, value: A) => (asked === draft.id ? TE.right(value) : TE.left(notFound));

type PolicyServices =
  | 'listPolicies'
  | 'readPolicy'
  | 'listDrafts'
  | 'getDraft'
  | 'createDraft'
  | 'replaceDraft'
  | 'discardDraft'
  | 'publishDraft'
  | 'startBackTest'
  | 'readBackTest';

/** The use cases of policies, with one policy, and of drafts, with one as well. */
export const policyServices: Pick<Services, PolicyServices> = {
  listPolicies: () => TE.right([thePolicy]),
  readPolicy: ({ ref }) => (ref.id === id && ref.version === version ? TE.right(thePolicy) : TE.left(notFound)),
  listDrafts: () => TE.right([draft]),
  getDraft: (asked) => ofDraft(asked.id, theDraft),
  createDraft: () => TE.right(theDraft),
  replaceDraft: (asked) => ofDraft(asked.id, theDraft),
  discardDraft: (asked) => ofDraft(asked.id, { ...theDraft, draft: { ...draft, status: 'discarded' } }),
  startBackTest: (asked) => ofDraft(asked.id, theBackTest),
  readBackTest: (asked) => ofDraft(asked.id, theBackTest),
  publishDraft: (asked) => ofDraft(asked.id, { ...theDraft, draft: { ...draft, status: 'published' } }),
};
