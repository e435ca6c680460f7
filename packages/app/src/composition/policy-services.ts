import {
  createDraft,
  discardDraft,
  getDraft,
  listDrafts,
  listPolicies,
  publishDraft,
  readPolicy,
  replaceDraft,
} from '@portcullis/domain/use-cases';
import { backTests, lintDraft } from '@portcullis/explain';
import { pause } from './pause.ts';

type PolicyPorts = Parameters<typeof listPolicies>[0] &
  Omit<Parameters<typeof replaceDraft>[0], 'lintDraft'> &
  Omit<Parameters<typeof backTests>[0], 'pause' | 'onFailed'> & { readonly onBackTestFailed: (cause: unknown) => void };

/** The use cases of policies, of their drafts and back-tests, and what ends a back-test that runs. */
export const policyServices = (ports: PolicyPorts) => {
  const drafts = { ...ports, lintDraft: lintDraft({ pause }) };
  const { readBackTest, startBackTest, stop } = backTests({ ...ports, pause, onFailed: ports.onBackTestFailed });
  return {
    stopBackTests: stop,
    services: {
      listPolicies: listPolicies(ports),
      readPolicy: readPolicy(ports),
      listDrafts: listDrafts(drafts),
      getDraft: getDraft(drafts),
      createDraft: createDraft(drafts),
      replaceDraft: replaceDraft(drafts),
      discardDraft: discardDraft(drafts),
      publishDraft: publishDraft(drafts),
      readBackTest,
      startBackTest,
    },
  };
};
