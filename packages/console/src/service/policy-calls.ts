import type {
  BackTest,
  DamagedDraft,
  ListedDraft,
  PolicyDocument,
  PolicyDraft,
  PolicyDraftList,
  PolicyJson,
  PolicyList,
  PolicySummary,
} from '../model/index.ts';
import { type Call, codeOf } from './call.ts';

const drafts = '/api/policy-drafts';

/** The calls of policies and their drafts. */
export const policyCalls = (call: Call) => ({
  policies: (signal?: AbortSignal): Promise<readonly PolicySummary[]> =>
    call.json<PolicyList>('GET', '/api/policies', undefined, signal).then(({ data }) => data),
  policy: (id: string, version: string, signal?: AbortSignal): Promise<PolicyDocument> =>
    call.json('GET', `/api/policies/${id}/${encodeURIComponent(version)}`, undefined, signal),
  policyDrafts: (signal?: AbortSignal): Promise<readonly ListedDraft[]> =>
    call.json<PolicyDraftList>('GET', drafts, undefined, signal).then(({ data }) => data),
  policyDraft: (id: string, signal?: AbortSignal): Promise<PolicyDraft> =>
    call.json('GET', `${drafts}/${id}`, undefined, signal),
  createPolicyDraft: (policy: PolicyJson): Promise<PolicyDraft> => call.postOnce(drafts, { policy }),
  replacePolicyDraft: (id: string, policy: PolicyJson, note: string, revision: number): Promise<PolicyDraft> =>
    call.json('POST', `${drafts}/${id}`, {
      policy,
      expected_revision: revision,
      ...(note.trim() !== '' && { note: note.trim() }),
    }),
  discardPolicyDraft: (id: string): Promise<PolicyDraft> => call.json('POST', `${drafts}/${id}/discard`),
  discardDamagedDraft: (id: string): Promise<DamagedDraft> => call.json('POST', `${drafts}/${id}/discard`),
  publishPolicyDraft: ({ digest, id, revision }: PolicyDraft): Promise<PolicyDraft> =>
    call.json('POST', `${drafts}/${id}/publish`, { expected_revision: revision, digest }),
  startBackTest: (id: string): Promise<BackTest> => call.postOnce(`${drafts}/${id}/back-test`),
  /** A draft that was never tried has none. */
  backTest: (id: string, signal?: AbortSignal): Promise<BackTest | null> =>
    call.json<BackTest>('GET', `${drafts}/${id}/back-test`, undefined, signal).catch((error: unknown) => {
      if (codeOf(error) === 'not_found') return null;
      throw error;
    }),
});
