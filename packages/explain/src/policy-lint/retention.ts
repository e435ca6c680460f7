import type { PathRule } from './lint-path.ts';
import { warningIf } from './policy-finding.ts';

/** Checks that profiles are retained for as long as their approval is valid or their attempts count. */
export const retentionFindings: PathRule = ({ approvalDays, checks, retention, velocity }) => {
  if (!retention) return [];
  const { approvedDays, declinedDays, unfinishedDays } = retention;
  const windowDays = velocity.windowSeconds / 86_400;
  const isShort = (days: number | null): boolean => checks.velocity !== undefined && days !== null && days < windowDays;
  return [
    ...warningIf(
      approvedDays !== null && approvedDays < approvalDays,
      '/retention/approvedDays',
      'is less than approvalDays: an approval that stands is erased',
    ),
    ...warningIf(
      isShort(declinedDays),
      '/retention/declinedDays',
      'is less than the window of velocity: what is erased is not counted',
    ),
    ...warningIf(
      isShort(unfinishedDays),
      '/retention/unfinishedDays',
      'is less than the window of velocity: what is erased is not counted',
    ),
  ];
};
