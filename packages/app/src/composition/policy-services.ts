import { setImmediate } from 'node:timers/promises';
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
import { lintDraft } from '@portcullis/explain';
import type { Ports } from './use-cases.ts';

/** Lets whatever waits for the processor go on. */
const pause = (): Promise<void> => setImmediate();

/** The use cases of policies and their drafts. */
export const policyServices = (ports: Ports) => {
  const drafts = { ...ports, lintDraft: lintDraft({ pause }) };
  return {
    listPolicies: listPolicies(ports),
    readPolicy: readPolicy(ports),
    listDrafts: listDrafts(drafts),
    getDraft: getDraft(drafts),
    createDraft: createDraft(drafts),
    replaceDraft: replaceDraft(drafts),
    discardDraft: discardDraft(drafts),
    publishDraft: publishDraft(drafts),
  };
};
