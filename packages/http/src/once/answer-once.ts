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

/** Errors that are final for the same request. After any other error the request may be sent again under its key. */
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
 * Whether an error that is found before the request is read must wait until its idempotency key is checked: the change
 * of the first attempt may be the reason why the retry is refused. This never applies to a link that is dead.
 */
export const isHeldBack = (error: HttpError): boolean =>
  error._tag === 'InvalidTransition' || (error._tag === 'FlowEnded' && !isTerminal(error.status));

type Keyed = {
  readonly key: string;
  readonly caller: Caller;
  readonly asked: Asked;
  readonly requestId: string;
  /** The profile that the path or the token of the request names. */
  readonly profileId: ProfileId | null;
  /** Why the profile's status does not allow the request; `null` when it does. */
  readonly refusal: HttpError | null;
  /** Executes the request. */
  readonly run: (operation: Operation) => Promise<Answered>;
};

/** The response that is stored for retries of a request; `null` when the request may be executed again. */
const keepOf = (answered: Answered, { profileId, requestId }: Keyed): Ran<Answered>['keep'] => {
  if (E.isLeft(answered)) {
    return isFinal(answered.left) ? { answer: renderedRefusal(answered.left, requestId), profileId } : null;
  }
  return { answer: rendered(answered.right), profileId: answered.right.about ?? profileId };
};

/**
 * Why a stored response is not sent again: the caller has no access to its profile now, or the profile was erased
 * meanwhile.
 */
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

/** Executes a request once for its idempotency key. A retry gets the same bytes. */
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
