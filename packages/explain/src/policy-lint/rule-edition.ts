import type { Policy } from '@portcullis/domain';
import { usesRules } from '@portcullis/domain/checks';
import { newestRules } from '@portcullis/domain/kernel';
import { errorIf, type PolicyFinding } from './policy-finding.ts';

/** Requires the newest rules of a policy that is written now; the older ones remain for decisions of their time. */
export const ruleEditionFindings = (policy: Policy): readonly PolicyFinding[] =>
  errorIf(
    !usesRules(policy, newestRules),
    '/rules',
    `is older than ${newestRules}: older rules approve documents whose sides, codes or names do not belong together`,
  );
