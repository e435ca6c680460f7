import { type DocumentFacts, documentFacts } from '@portcullis/documents';
import type { DecisionInput } from '../evidence/current-evidence.ts';
import { openPath } from '../policy/paths.ts';
import type { PolicyWithPaths } from '../policy/policy.ts';
import { isOtherPerson } from './shared/change-findings.ts';

type PathDocument = { readonly path: string; readonly facts: DocumentFacts };

/**
 * Every document that was read, with the path that was open when its front was supplied, or, of a front that is not
 * there, when it was read.
 */
const pathDocuments = (policy: PolicyWithPaths, evidence: DecisionInput['evidence']): readonly PathDocument[] =>
  evidence.flatMap((item, readAt) => {
    if (item.kind !== 'document_reading') return [];
    const suppliedAt = evidence.findIndex((one) => one.kind === 'file' && one.file.id === item.frontFileId);
    const before = evidence.slice(0, suppliedAt < 0 ? readAt : suppliedAt);
    return [{ path: openPath(policy, before).id, facts: documentFacts(item) }];
  });

/** Whether documents that were shown in two paths are certainly of different persons, in any attempt. */
export const arePersonsDifferent = (policy: PolicyWithPaths, { evidence }: DecisionInput): boolean => {
  const shown = pathDocuments(policy, evidence);
  return shown.some((one, n) =>
    shown.slice(n + 1).some((other) => other.path !== one.path && isOtherPerson(one.facts, other.facts, policy)),
  );
};
