import type { LedgerEntry } from '@portcullis/domain/ledger';

/**
 * Whether an entry says that a legal hold was set or released. Its note is of those who look after the service, and
 * neither of the partner nor of the person.
 */
export const isHoldEntry = ({ type }: LedgerEntry): boolean =>
  type === 'profile.hold_set' || type === 'profile.hold_released';

/** Whether the operator did so, whose note and name are for nobody of the partner, staff included. */
export const isOperatorHold = (entry: LedgerEntry): boolean => isHoldEntry(entry) && entry.actor.type === 'operator';
