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
    if (record.limit !== null) metrics.countLimited(record.limit);
    // A response with a cause that was none of a failure was cut off while it was sent.
    const isCutOff = record.status < 400 && record.cause !== undefined;
    const failed = isCutOff || (record.status >= 500 && !refusalStatuses.includes(record.status));
    const outageCause = record.outageCause ?? (failed ? 'unexpected' : null);
    if (failed) metrics.countFailure(outageCause ?? 'unexpected');
    // Every request has this line: its fields are written out, since copying them by spreads costs some microseconds.
    const line = {
      request_id: record.requestId,
      trace_id: record.traceId ?? undefined,
      method: record.method,
      route: record.route,
      status: record.status,
      duration_ms: record.durationMs,
      caller: record.callerKind,
      client_id: record.clientId,
      partner_id: record.partnerId,
      profile_id: record.profileId ?? undefined,
      error_code: record.errorCode,
      limit: record.limit ?? undefined,
      outage_cause: outageCause ?? undefined,
    };
    if (!failed) logger.info('request', line);
    else logger.error('request', record.cause === undefined ? line : { ...line, cause: record.cause });
  };
