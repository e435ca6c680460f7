import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type PolicyDraft, type PolicySummary, versionBefore } from '../model/index.ts';
import { useConsole } from '../state/index.ts';

/** The policies that the partner may choose. */
export const usePolicies = () => {
  const { client } = useConsole();
  return useQuery({ queryKey: ['policies'], queryFn: ({ signal }) => client.policies(signal) });
};

/** A policy with its document; of `null` nothing is read. */
export const usePolicy = (policy: Pick<PolicySummary, 'id' | 'version'> | null) => {
  const { client } = useConsole();
  return useQuery({
    queryKey: ['policy', policy?.id, policy?.version],
    queryFn: ({ signal }) => client.policy(policy?.id ?? '', policy?.version ?? '', signal),
    enabled: policy !== null,
  });
};

/** The version of a policy that is in use, with its document, beside which a draft of this id is read. */
export const useVersionBefore = (id: string) => {
  const policies = usePolicies();
  return usePolicy(policies.data === undefined ? null : versionBefore(policies.data, id));
};

/** A draft, what keeps another answer as it, and what reads it and the lists again. */
export const useDraft = (id: string) => {
  const { client } = useConsole();
  const queries = useQueryClient();
  const queryKey = ['policy-draft', id];
  const draft = useQuery({ queryKey, queryFn: ({ signal }) => client.policyDraft(id, signal) });
  const refresh = async (): Promise<void> => {
    await Promise.all(
      [queryKey, ['policy-drafts'], ['policies']].map((key) => queries.invalidateQueries({ queryKey: key })),
    );
  };
  const keep = (changed: PolicyDraft): void => {
    queries.setQueryData(queryKey, changed);
    for (const key of ['policy-drafts', 'policies']) void queries.invalidateQueries({ queryKey: [key] });
  };
  return { draft, keep, refresh };
};
