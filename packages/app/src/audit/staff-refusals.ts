import type { OnStaffSignInRefused } from '@portcullis/backoffice';
import type { StaffSignInCause } from '@portcullis/backoffice/ports';
import type { Clock } from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import { requestFields } from '../telemetry/log-fields.ts';
import type { Logger } from '../telemetry/logger.ts';

/** For how long a cause that was written has no further line. */
const quietMs = 10_000;

/**
 * Writes why staff were refused. Anybody can be refused as often as they like, so that a cause that comes again soon
 * has no line of its own: the next one has in `count` how many it stands for.
 */
export const staffRefusalLog = (logger: Pick<Logger, 'warn'>, clock: Clock): OnStaffSignInRefused => {
  const lines = new Map<StaffSignInCause, { readonly at: number; unwritten: number }>();
  return (outcome, request) => {
    const now = monotonicNow(clock);
    const last = lines.get(outcome);
    if (last !== undefined && now - last.at < quietMs) {
      last.unwritten += 1;
      return;
    }
    lines.set(outcome, { at: now, unwritten: 0 });
    const count = (last?.unwritten ?? 0) + 1;
    logger.warn('staff_sign_in_refused', { ...requestFields(request), outcome, ...(count > 1 && { count }) });
  };
};
