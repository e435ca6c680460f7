import type { Clock } from '@portcullis/domain/ports';
import { isoNow } from '@portcullis/domain/use-cases';

/** The length of a lease. */
export const instanceLeaseMs = 30_000;

/** The end of a lease that is taken or renewed now. */
export const leaseEnd = (clock: Clock): string => new Date(clock.now() + instanceLeaseMs).toISOString();

/** No lease is longer than this. One that ends later comes from a clock that was ahead, or has no holder. */
export const isLeaseCurrent = (clock: Clock, heldUntil: string): boolean =>
  heldUntil > isoNow(clock) && heldUntil <= leaseEnd(clock);

/** A lease is renewed this long after its last renewal, unless its holder has a reason to do it sooner. */
const renewAfterMs = instanceLeaseMs / 3;

/** Whether the holder of a lease has to renew it now. */
export const isRenewalDue = (clock: Clock, heldUntil: string, afterMs: number = renewAfterMs): boolean =>
  clock.now() >= Date.parse(heldUntil) - (instanceLeaseMs - afterMs) || !isLeaseCurrent(clock, heldUntil);
