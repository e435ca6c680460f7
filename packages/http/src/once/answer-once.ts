import {
  type Caller,
  E,
  type Either,
  isTerminal,
  notFound,
  type Operation,
  type ProfileId,
  type Ran,
} from '@portcullis/domain';
import { type HttpError, idempotencyInProgress, idempotencyMismatch } from '../http-error.ts';
import { type Code, refusalOf } from '../problem.ts';
import { rendered, renderedRefusal } from '../respond.ts';
import type { Answer } from '../route.ts';
import type { Services } from '../services.ts';
import { type Asked, ownerOf, requestDigest } from './idempotency-key.ts';

type Answered = Either<HttpError, Answer>;

/** Refusals that the same request gets for ever; after any other one it may be sent again under its key. */
const final: readonly Code[] = [
  'invalid_request',
  'not_found',
  'precondition_failed',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
];

const isFinal = (error: HttpError): boolean => final.includes(refusalOf(error).code);

/**
 * Whether a refusal, found before the request was read, waits for its key to be looked at: what a first try changed may
 * be the reason why a repetition is refused. Never for a link that is dead.
 */
export const isHeldBack = (error: HttpError): boolean =>
  error._tag === 'InvalidTransition' || (error._tag === 'FlowEnded' && !isTerminal(error.status));

type Keyed = {
  readonly key: string;
  readonly caller: Caller;
  readonly asked: Asked;
  readonly requestId: string;
  /** The profile that the request names, where its path or its token does. */
  readonly profileId: ProfileId | null;
  /** Why its status does not take the request, where it does not. */
  readonly refusal: HttpError | null;
  /** Carries the request out. */
  readonly run: (operation: Operation) => Promise<Answered>;
};

/** What repetitions of a request are answered with; `null` where it may be tried again. */
const keepOf = (answered: Answered, { profileId, requestId }: Keyed): Ran<Answered>['keep'] => {
  if (E.isLeft(answered)) {
    return isFinal(answered.left) ? { answer: renderedRefusal(answered.left, requestId), profileId } : null;
  }
  return { answer: rendered(answered.right), profileId: answered.right.about ?? profileId };
};

/** Why an answer that was kept is given no more: the caller may not read its profile now, or it was erased meanwhile. */
const withheld = async (
  { guardProfile }: Pick<Services, 'guardProfile'>,
  { caller, refusal }: Keyed,
  id: ProfileId | null,
): Promise<HttpError | null> => {
  if (id === null) return null;
  const found = await guardProfile({ caller, id, intent: 'read' })();
  if (E.isLeft(found)) return found.left;
  return found.right.redaction ? (refusal ?? notFound) : null;
};

/** Answers a request once for its key; a repetition gets the same bytes. */
export const answerOnce = async (
  services: Pick<Services, 'guardProfile' | 'runOnce'>,
  keyed: Keyed,
): Promise<Answered> => {
  const { asked, caller, key, refusal, run } = keyed;
  const once = await services.runOnce(
    { owner: ownerOf(caller), key, request: requestDigest(asked) },
    async (operation) => {
      const value = await run(operation);
      return { value, keep: keepOf(value, keyed) };
    },
  );
  if (E.isLeft(once)) return once;
  switch (once.right.state) {
    case 'ran':
      return once.right.value;
    case 'busy':
      return E.left(idempotencyInProgress);
    case 'other':
      return E.left(idempotencyMismatch);
    case 'erased':
      return E.left(refusal ?? notFound);
    case 'done': {
      const why = await withheld(services, keyed, once.right.profileId);
      if (why) return E.left(why);
      const { body, headers, status } = once.right.answer;
      return E.right({ status, headers: { ...headers, 'Idempotent-Replayed': 'true' }, bytes: body });
    }
  }
};
