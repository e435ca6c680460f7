import * as backoffice from '@portcullis/backoffice';
import { backTests, lintDraft } from '@portcullis/backoffice';
import * as useCases from '@portcullis/domain/use-cases';
import { pause } from './pause.ts';

type PolicyPorts = Parameters<typeof useCases.listPolicies>[0] &
  Omit<Parameters<typeof backoffice.replaceDraft>[0], 'lintDraft'> &
  Omit<Parameters<typeof backTests>[0], 'pause' | 'onFailed'> & { readonly onBackTestFailed: (cause: unknown) => void };

/** The use cases of policies, of their drafts and back-tests, and what ends a back-test that runs. */
export const policyServices = (ports: PolicyPorts) => {
  const drafts = { ...ports, lintDraft: lintDraft({ pause }) };
  const { readBackTest, startBackTest, stop } = backTests({ ...ports, pause, onFailed: ports.onBackTestFailed });
  return {
    stopBackTests: stop,
    services: {
      listPolicies: useCases.listPolicies(ports),
      readPolicy: useCases.readPolicy(ports),
      listDrafts: backoffice.listDrafts(drafts),
      getDraft: backoffice.getDraft(drafts),
      createDraft: backoffice.createDraft(drafts),
      replaceDraft: backoffice.replaceDraft(drafts),
      discardDraft: backoffice.discardDraft(drafts),
      publishDraft: backoffice.publishDraft(drafts),
      readBackTest,
      startBackTest,
    },
  };
};
