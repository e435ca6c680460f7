import { type AccessLog, E } from '@portcullis/domain';
import { requestFields } from './log-fields.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Returns the same access log; each page with rows that cannot be read is an error in the log, and counted. */
export const reportingDamage = (
  log: AccessLog,
  { countDamagedLooks }: Pick<Metrics, 'countDamagedLooks'>,
  logger: Pick<Logger, 'error'>,
): AccessLog => ({
  ...log,
  page: (query) => async () => {
    const page = await log.page(query)();
    const count = E.isRight(page) ? page.right.damaged.length : 0;
    if (count > 0) {
      countDamagedLooks(count);
      logger.error('access_log_damaged', { ...requestFields(query.request), count });
    }
    return page;
  },
});
