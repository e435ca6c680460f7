import type { FaceComparer, Policy } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { lruCache } from '@portcullis/domain/kernel';
import { lintPolicyInSteps, type PolicyFinding } from '@portcullis/explain';
import type { LintDraft } from './draft-deps.ts';

type Deps = { readonly faces: Pick<FaceComparer, 'model'>; readonly pause: () => Promise<void> };

/** How many documents the findings are remembered of. They follow from the document and the model. */
const maxRemembered = 100;

/**
 * Lints drafts of policies, the same document once. `pause` is awaited after each step of some milliseconds, so that
 * a lint keeps no request waiting.
 */
export const lintDraft = ({ faces, pause }: Deps): LintDraft => {
  const remembered = lruCache<string, Promise<readonly PolicyFinding[]>>(maxRemembered);
  return (policy: Policy) => {
    const digest = policyDigest(policy);
    const known = remembered.get(digest);
    if (known) return known;
    const found = lintPolicyInSteps(policy, pause, faces.model);
    remembered.set(digest, found);
    // The caller gets the failure, and the next one asks again.
    found.catch(() => remembered.delete(digest));
    return found;
  };
};
