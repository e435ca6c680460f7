import type { MachineCaller } from '../../access/caller.ts';
import { type DomainError, invalid } from '../../errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Action } from '../../profile/commands.ts';
import type { Status } from '../../profile/profile.ts';
import type { Step } from '../../profile/steps.ts';
import { actorOf } from '../flow/flow-access.ts';
import { type Changed, type ChangeNeeds, changeProfile } from '../running/change-profile.ts';

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

/** The entry of the event itself: time may have added one before it. */
const answerOf = ({
  entries,
  profile,
}: Changed): Either<DomainError, { entry: LedgerEntry; profileStatus: Status }> => {
  const entry = entries.at(-1);
  return entry ? E.right({ entry, profileStatus: profile.status }) : E.left(invalid([]));
};

export const postStatusEvent =
  (needs: ChangeNeeds & { readonly ids: Ids }): PostStatusEvent =>
  (input) => {
    const command = { id: needs.ids.id(), actor: actorOf(input.caller), action: actionOf(input) };
    return pipe(
      changeProfile(needs, { ...input, purpose: 'write', plan: () => E.right([command]) }),
      TE.flatMap((changed) => TE.fromEither(answerOf(changed))),
    );
  };
