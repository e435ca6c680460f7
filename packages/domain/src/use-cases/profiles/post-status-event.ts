import type { DomainError } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { MachinePrincipal, StaffPrincipal } from '../../kernel/principal.ts';
import type { Status } from '../../kernel/status.ts';
import type { Step } from '../../kernel/steps.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { ProfileAction } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Reviewer } from '../../profile/reviewer.ts';
import type { StatusEvent } from '../../profile/transitions.ts';
import type { Changed, FromSnapshot } from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { type IdempotentRequest, operationId } from '../access/operation.ts';
import { changePorts, useCase } from '../access/use-case.ts';
import { newChangeQueue } from './change-queue.ts';
import { type EntryDeps, entryOfChange } from './entry-of-change.ts';

/** The entry of the event, the status that it led to, and the profile as it is stored with it. */
type StatusEventResult = {
  readonly entry: LedgerEntry;
  readonly profileStatus: Status;
  readonly profile: Profile;
};

/** Posts a reviewer's or partner's status event. */
export type PostStatusEvent = (
  input: {
    readonly caller: MachinePrincipal | StaffPrincipal;
    readonly id: ProfileId;
    readonly event: StatusEvent;
    readonly reason: string | null;
    readonly note: string | null;
    readonly steps: readonly Step[] | null;
    /** The reviewer; required for a review. */
    readonly reviewer?: Reviewer | null;
    readonly expectedVersion: number | null;
  } & FromSnapshot &
    IdempotentRequest,
) => TaskEither<DomainError, StatusEventResult>;

type Input = Parameters<PostStatusEvent>[0];

const actionOf = ({ caller, event, reason, note, reviewer = null, steps }: Input): ProfileAction => {
  switch (event) {
    case 'review_approved': {
      const behind = caller.kind === 'machine' ? caller.behindReviews : [];
      return { type: event, reviewer, behind, reason: reason ?? '', note: note ?? '' };
    }
    case 'review_declined':
      return { type: event, reviewer, reason: reason ?? '', note: note ?? '' };
    case 'input_requested':
      return { type: event, reviewer, steps: steps ?? [], note: note ?? '' };
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
const resultOf = (deps: EntryDeps, changed: Changed): TaskEither<DomainError, StatusEventResult> =>
  pipe(
    entryOfChange(deps, changed),
    TE.map((entry) => ({ entry, profileStatus: entry.to ?? changed.profile.status, profile: changed.profile })),
  );

export const postStatusEvent = useCase(
  'postStatusEvent',
  [...changePorts, 'ledgerReader', 'ids'],
  (deps: EntryDeps & { readonly ids: IdGenerator }): PostStatusEvent => {
    const change = newChangeQueue(deps);
    return (input) => {
      const command = {
        id: operationId(deps.ids, input, 'command'),
        actor: actorOf(input.caller),
        action: actionOf(input),
      };
      return pipe(
        change({ ...input, purpose: 'write', commandId: command.id, plan: () => E.right([command]) }),
        TE.flatMap((changed) => resultOf(deps, changed)),
      );
    };
  },
);
