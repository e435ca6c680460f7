import type { CallRecord } from '@portcullis/vendor-client';
import { type LogFields, requestFields } from './log-fields.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Gets the record of every call to a vendor when the call has ended. */
export type VendorCallObserver = (record: CallRecord) => void;

/** A refusal by the vendor is a valid answer; every other failure deserves an operator's attention. */
const isOutage = ({ outcome }: CallRecord): boolean => outcome !== 'ok' && outcome !== 'refused';

/** The request and the profile that a line of the log belongs to. */
const originFields = ({ profileId, request }: CallRecord): LogFields => ({
  ...requestFields(request),
  ...(profileId !== null && { profile_id: profileId }),
});

/** Counts every call to a vendor and logs one line for it, and one more when it opened or closed the circuit. */
export const vendorCallObserver = (logger: Logger, metrics: Metrics): VendorCallObserver => {
  const openCircuits = new Set<string>();
  return (record) => {
    const {
      provider,
      service,
      operation,
      outcome,
      outageCause: cause,
      sent,
      status,
      requestId,
      durationMs,
      circuit,
    } = record;
    metrics.observeOutgoing({
      provider,
      operation,
      outcome,
      cause,
      sent,
      seconds: durationMs / 1000,
      circuit,
    });
    logger[isOutage(record) ? 'warn' : 'info']('outgoing_call', {
      ...originFields(record),
      provider,
      service,
      operation,
      outcome,
      ...(cause !== null && { outage_cause: cause }),
      sent,
      duration_ms: durationMs,
      ...(status !== null && { status }),
      ...(requestId !== null && { vendor_request_id: requestId }),
    });
    if (circuit === 'open' && !openCircuits.has(provider)) {
      openCircuits.add(provider);
      logger.warn('outgoing_circuit_opened', { ...originFields(record), provider });
    } else if (circuit === 'closed' && openCircuits.delete(provider))
      logger.info('outgoing_circuit_closed', { ...originFields(record), provider });
  };
};
