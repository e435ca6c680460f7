import type { RequestRecord } from '@portcullis/http';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** The service refuses a transfer coding and a version of HTTP with these; they are no faults of its own. */
const refusalStatuses: readonly number[] = [501, 505];

/** Counts every request that is over, and logs one line for it. A failure has the word for what was found. */
export const requestObserver =
  (logger: Logger, metrics: Metrics) =>
  (record: RequestRecord): void => {
    metrics.observeRequest(record);
    if (record.errorCode !== null) metrics.countRefusal(record.errorCode);
    if (record.limit !== undefined) metrics.countLimited(record.limit);
    const failed = record.status >= 500 && !refusalStatuses.includes(record.status);
    const outageCause = record.outageCause ?? (failed ? 'unexpected' : null);
    if (failed) metrics.countFailure(outageCause ?? 'unexpected');
    logger[failed ? 'error' : 'info']('request', {
      request_id: record.requestId,
      ...(record.traceId !== null && { trace_id: record.traceId }),
      method: record.method,
      route: record.route,
      status: record.status,
      duration_ms: record.durationMs,
      caller: record.callerKind,
      client_id: record.clientId,
      partner_id: record.partnerId,
      ...(record.profileId !== null && { profile_id: record.profileId }),
      error_code: record.errorCode,
      ...(record.limit !== undefined && { limit: record.limit }),
      ...(outageCause !== null && { outage_cause: outageCause }),
      ...(failed && record.cause !== undefined && { cause: record.cause }),
    });
  };
