import type { Clock } from '../../ports/clock.ts';
import { isoNow } from '../access/change-profile.ts';

/** A lease ends by itself after this time; its holder renews it at a third of it. */
export const instanceLeaseMs = 30_000;

/** When a lease ends that is taken or renewed now. */
export const leaseEnd = (clock: Clock): string => new Date(clock.now() + instanceLeaseMs).toISOString();

/** Nobody takes a lease for longer than it lasts: one that ends later is of a clock ahead, or of no holder. */
export const isLeaseCurrent = (clock: Clock, heldUntil: string): boolean =>
  heldUntil > isoNow(clock) && heldUntil <= leaseEnd(clock);

/** A lease is renewed this long after its last renewal, unless its holder has a reason to do it sooner. */
const renewAfterMs = instanceLeaseMs / 3;

/** Whether the holder of a lease renews it. */
export const isRenewalDue = (clock: Clock, heldUntil: string, afterMs: number = renewAfterMs): boolean =>
  clock.now() >= Date.parse(heldUntil) - (instanceLeaseMs - afterMs) || !isLeaseCurrent(clock, heldUntil);
