import type { MachineCaller } from '../access/caller.ts';
import type { DomainError } from '../errors.ts';
import type { TaskEither } from '../fp.ts';
import type { ProfileId } from '../ids.ts';
import type { Json, LedgerEntry } from '../ledger/entry.ts';

/** Appends a partner's own event to the ledger; it never changes the status. */
export type AppendVerificationEvent = (input: {
  readonly caller: MachineCaller;
  readonly id: ProfileId;
  readonly type: string;
  readonly occurredAt: string | null;
  readonly outcome: string | null;
  readonly data: { readonly [key: string]: Json };
  readonly expectedVersion: number | null;
}) => TaskEither<DomainError, LedgerEntry>;
