import type { MachineCaller } from '../access/caller.ts';
import type { DomainError } from '../errors.ts';
import type { TaskEither } from '../fp.ts';
import type { ProfileId } from '../ids.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Status } from '../profile/profile.ts';
import type { Step } from '../profile/steps.ts';

/** The status events that a partner may post. */
export const statusEvents = [
  'review_approved',
  'review_declined',
  'input_requested',
  'reopened',
  'renewed',
  'canceled',
] as const;
export type StatusEvent = (typeof statusEvents)[number];

/** A reviewer's or partner's status event; `reviewer` is who did it, in the partner's own words. */
export type PostStatusEvent = (input: {
  readonly caller: MachineCaller;
  readonly id: ProfileId;
  readonly event: StatusEvent;
  readonly reason: string | null;
  readonly note: string | null;
  readonly steps: readonly Step[] | null;
  readonly expectedVersion: number | null;
}) => TaskEither<DomainError, { readonly entry: LedgerEntry; readonly profileStatus: Status }>;
