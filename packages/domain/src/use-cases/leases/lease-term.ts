import type { Clock } from '../../ports/clock.ts';
import { isoNow } from '../access/change-profile.ts';

/** A lease ends by itself after this time; its holder renews it at a third of it. */
export const instanceLeaseMs = 30_000;

/** When a lease ends that is taken or renewed now. */
export const leaseEnd = (clock: Clock): string => new Date(clock.now() + instanceLeaseMs).toISOString();

/** Nobody takes a lease for longer than it lasts: one that ends later is of a clock ahead, or of no holder. */
export const isLeaseCurrent = (clock: Clock, heldUntil: string): boolean =>
  heldUntil > isoNow(clock) && heldUntil <= leaseEnd(clock);

/** Whether the holder of a lease renews it. */
export const isRenewalDue = (clock: Clock, heldUntil: string): boolean =>
  clock.now() >= Date.parse(heldUntil) - (instanceLeaseMs * 2) / 3 || !isLeaseCurrent(clock, heldUntil);
