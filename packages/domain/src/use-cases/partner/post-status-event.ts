import type { MachineCaller } from '../../access/caller.ts';
import type { DomainError } from '../../errors.ts';
import { E, pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Action } from '../../profile/commands.ts';
import type { Status } from '../../profile/profile.ts';
import type { Step } from '../../profile/steps.ts';
import { actorOf } from '../flow/flow-access.ts';
import { type EntryNeeds, entryOf } from '../once/entry-of.ts';
import { idIn, type Repeatable } from '../once/operation.ts';
import { type Changed, changeProfile } from '../running/change-profile.ts';

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

type Answer = { readonly entry: LedgerEntry; readonly profileStatus: Status };

/** Posts a reviewer's or partner's status event. */
export type PostStatusEvent = (
  input: {
    readonly caller: MachineCaller;
    readonly id: ProfileId;
    readonly event: StatusEvent;
    readonly reason: string | null;
    readonly note: string | null;
    readonly steps: readonly Step[] | null;
    readonly expectedVersion: number | null;
  } & Repeatable,
) => TaskEither<DomainError, Answer>;

type Input = Parameters<PostStatusEvent>[0];

const actionOf = ({ event, reason, note, steps }: Input): Action => {
  switch (event) {
    case 'review_approved':
    case 'review_declined':
      return { type: event, reason: reason ?? '', note: note ?? '' };
    case 'input_requested':
      return { type: event, steps: steps ?? [], note: note ?? '' };
    case 'reopened':
      return { type: event, note: note ?? '' };
    case 'renewed':
      return { type: event, note };
    case 'canceled':
      return { type: event, note };
  }
};

/**
 * The entry of the event itself, since an event that has become due may have added one before, and the status that it
 * led to.
 */
const answerOf = (needs: EntryNeeds, changed: Changed): TaskEither<DomainError, Answer> =>
  TE.map((entry: LedgerEntry) => ({ entry, profileStatus: entry.to ?? changed.profile.status }))(
    entryOf(needs, changed),
  );

export const postStatusEvent =
  (needs: EntryNeeds & { readonly ids: Ids }): PostStatusEvent =>
  (input) => {
    const command = { id: idIn(needs.ids, input, 'command'), actor: actorOf(input.caller), action: actionOf(input) };
    return pipe(
      changeProfile(needs, { ...input, purpose: 'write', repeats: command.id, plan: () => E.right([command]) }),
      TE.flatMap((changed) => answerOf(needs, changed)),
    );
  };
