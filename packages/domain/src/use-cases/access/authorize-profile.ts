import {
  type FlowEnded,
  type InvalidToken,
  type InvalidTransition,
  invalidTransition,
  type NotFound,
  type Unavailable,
} from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { Profile } from '../../profile/profile.ts';
import { allowedEvents, isOpen, statusEvents } from '../../profile/transitions.ts';
import { type ChangeDeps, type FromSnapshot, loadFor, type Snapshot } from './change-profile.ts';

/**
 * What a request is about to do; `supply` is evidence, `status` a status event, `append` a verification event, `link` a
 * new link.
 */
export type Intent = 'read' | 'supply' | 'status' | 'append' | 'link';

/**
 * Runs before a body is read. It checks whose profile it is, then whether the flow token is still valid, then whether
 * the profile's status would accept anything of this kind at all. It answers what it has loaded for this.
 */
export type AuthorizeProfile = (
  input: {
    readonly caller: Principal;
    readonly id: ProfileId;
    readonly intent: Intent;
  } & FromSnapshot,
) => TaskEither<NotFound | InvalidToken | FlowEnded | InvalidTransition | Unavailable, Snapshot>;

/** Whether the status accepts anything of this kind; the error names what it would accept instead. */
const checkStatus = (
  { redaction, status }: Profile,
  caller: Principal,
  intent: Intent,
): Either<InvalidTransition, void> => {
  const allowed = redaction ? [] : allowedEvents(status, caller.kind);
  const takes: Readonly<Record<Intent, boolean>> = {
    read: true,
    append: redaction === undefined,
    supply: isOpen(status) && redaction === undefined,
    link: isOpen(status) && redaction === undefined,
    status: statusEvents.some((event) => allowed.includes(event)),
  };
  return takes[intent] ? E.right(undefined) : E.left(invalidTransition(eventOf[intent], status, allowed));
};

const eventOf: Readonly<Record<Intent, string>> = {
  read: 'read',
  append: 'append',
  supply: 'evidence_added',
  link: 'flow.link_issued',
  status: 'status_event',
};

export const authorizeProfile =
  (deps: ChangeDeps): AuthorizeProfile =>
  ({ caller, id, intent, snapshot = null }) =>
    pipe(
      loadFor(deps, caller, id, intent === 'read' ? 'read' : 'write', snapshot),
      TE.flatMap((loaded) => TE.fromEither(E.map(() => loaded)(checkStatus(loaded.profile, caller, intent)))),
    );
