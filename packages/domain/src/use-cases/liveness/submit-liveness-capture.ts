import { captureRefused, type DomainError, invalidTransition, notFound, tooLarge } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { FlowPrincipal } from '../../kernel/principal.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import { type LivenessProvider, maxCaptureBytes } from '../../ports/providers/liveness-provider.ts';
import type { Rejection } from '../../profile/changes/execute.ts';
import type { Command } from '../../profile/commands.ts';
import { findOpenSession } from '../../profile/open-session.ts';
import type { Profile } from '../../profile/profile.ts';
import { allowedEvents } from '../../profile/transitions.ts';
import type { AuthorizeProfile } from '../access/authorize-profile.ts';
import {
  type ChangeDeps,
  changeProfile,
  decideOnSnapshot,
  type FromSnapshot,
  isoNow,
  type Loaded,
} from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { changePorts, useCase } from '../access/use-case.ts';
import { vendorCallFor } from '../processing/vendor-call.ts';

/**
 * Hands what the page recorded on to the provider of the session, which judges it. It is taken once for a session that
 * is open, with consent, and nothing of it is kept or logged.
 */
export type SubmitLivenessCapture = (
  input: {
    readonly caller: FlowPrincipal;
    readonly sessionId: string;
    readonly capture: Uint8Array;
  } & FromSnapshot,
) => TaskEither<DomainError, { readonly profileId: ProfileId }>;

type Deps = ChangeDeps & {
  readonly authorizeProfile: AuthorizeProfile;
  readonly liveness: LivenessProvider;
  readonly ids: IdGenerator;
};
type Input = Parameters<SubmitLivenessCapture>[0];

const hasEvidence = ({ evidence }: Profile, kind: 'liveness_session' | 'liveness_capture', id: string): boolean =>
  evidence.some((item) => item.kind === kind && item.sessionId === id);

/** The command that uses the session up, or why it takes no capture now. */
const planned = (
  id: string,
  { caller, sessionId }: Input,
  { profile }: Loaded,
  now: string,
): Either<Rejection, readonly Command[]> => {
  if (hasEvidence(profile, 'liveness_capture', sessionId)) return E.left(captureRefused('submitted'));
  if (findOpenSession(profile, now)?.sessionId !== sessionId) {
    const rejection = invalidTransition('liveness_capture', profile.status, allowedEvents(profile.status));
    return E.left({ ...rejection, missing: ['liveness_session'] });
  }
  return E.right([
    { id, actor: actorOf(caller), action: { type: 'supply', evidence: [{ kind: 'liveness_capture', sessionId }] } },
  ]);
};

/**
 * Counts the capture before it is sent: of two requests at the same time one reaches the provider, and an outage uses
 * the session up. Another one can be opened, which has a challenge of its own.
 */
export const submitLivenessCapture = useCase(
  'submitLivenessCapture',
  [...changePorts, 'authorizeProfile', 'liveness', 'ids'],
  (deps: Deps): SubmitLivenessCapture => {
    return (input) => {
      const { capture, caller, sessionId, snapshot } = input;
      const submit = deps.liveness.submit?.bind(deps.liveness);
      if (submit === undefined) return TE.left(captureRefused('not_supported'));
      if (capture.length > maxCaptureBytes)
        return TE.left(tooLarge('', `at most ${maxCaptureBytes} bytes are accepted`));
      const id = deps.ids.id();
      return pipe(
        decideOnSnapshot(snapshot, (given) =>
          deps.authorizeProfile({ caller, id: caller.profileId, intent: 'liveness', snapshot: given }),
        ),
        TE.tap(({ profile }) =>
          hasEvidence(profile, 'liveness_session', sessionId) ? TE.right(profile) : TE.left(notFound),
        ),
        TE.tap((loaded) =>
          changeProfile(deps, {
            caller,
            id: caller.profileId,
            purpose: 'write',
            snapshot: loaded,
            plan: (present) => planned(id, input, present, isoNow(deps.clock)),
          }),
        ),
        TE.tap((loaded) => submit({ call: vendorCallFor(loaded), sessionId, capture })),
        TE.map(({ profile }) => ({ profileId: profile.id })),
      );
    };
  },
);
