import type { AuthorizeProfile, WithIdempotencyKey } from '@portcullis/domain';
import { E, type Either, notFound, type Principal, type ProfileId } from '@portcullis/domain';
import { isTerminal } from '@portcullis/domain/profile';
import type { AttemptResult, IdempotentOperation } from '@portcullis/domain/use-cases';
import type { ErrorCodeName } from '../request/error-codes.ts';
import { type HttpError, idempotencyInProgress, idempotencyMismatch } from '../request/http-error.ts';
import type { HttpResponse } from '../responses/http-response.ts';
import { problemOf } from '../responses/problem.ts';
import { renderProblem, renderResponse } from '../responses/send-response.ts';
import { idempotencyOwner, type RequestContent, requestDigest } from './idempotency-key.ts';

/** The use cases that an idempotent response needs. */
type IdempotencyDeps = { readonly authorizeProfile: AuthorizeProfile; readonly withIdempotencyKey: WithIdempotencyKey };

type Answered = Either<HttpError, HttpResponse>;

/** Errors that are final for the same request. After any other error the request may be sent again under its key. */
const finalCodes: readonly ErrorCodeName[] = [
  'invalid_request',
  'not_found',
  'precondition_failed',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
];

const isFinal = (error: HttpError): boolean => finalCodes.includes(problemOf(error).code);

/**
 * Whether an error that is found before the request is read must wait until its idempotency key is checked: the change
 * of the first attempt may be the reason why the retry is refused, or the person has withdrawn consent since. This
 * never applies to a link that is dead.
 */
export const isDeferred = (error: HttpError): boolean =>
  error._tag === 'InvalidTransition' ||
  error._tag === 'ConsentRequired' ||
  (error._tag === 'FlowEnded' && !isTerminal(error.status));

type KeyedRequest = {
  readonly key: string;
  readonly caller: Principal;
  readonly content: RequestContent;
  readonly requestId: string;
  /** The profile that the path or the token of the request names. */
  readonly profileId: ProfileId | null;
  /** Why the profile's status does not allow the request; `null` when it does. */
  readonly refusal: HttpError | null;
  /** Executes the request. */
  readonly run: (operation: IdempotentOperation) => Promise<Answered>;
};

/** The response that is stored for retries of a request; `null` when the request may be executed again. */
const storedResult = (answered: Answered, { profileId, requestId }: KeyedRequest): AttemptResult<Answered>['keep'] => {
  if (E.isLeft(answered)) {
    return isFinal(answered.left) ? { answer: renderProblem(answered.left, requestId), profileId } : null;
  }
  return { answer: renderResponse(answered.right), profileId: answered.right.profileId ?? profileId };
};

/**
 * Why a stored response is not sent again: the caller has no access to its profile now, or the profile was erased
 * meanwhile.
 */
const whyWithheld = async (
  { authorizeProfile }: IdempotencyDeps,
  { caller, refusal }: KeyedRequest,
  id: ProfileId | null,
): Promise<HttpError | null> => {
  if (id === null) return null;
  const found = await authorizeProfile({ caller, id, intent: 'read' })();
  if (E.isLeft(found)) return found.left;
  return found.right.profile.redaction ? (refusal ?? notFound) : null;
};

/** Executes a request once for its idempotency key. A retry gets the same bytes, or those of `repeatedBody`. */
export const idempotentResponse = async (services: IdempotencyDeps, request: KeyedRequest): Promise<Answered> => {
  const { content, caller, key, refusal, run } = request;
  const outcome = await services.withIdempotencyKey(
    { owner: idempotencyOwner(caller), key, request: requestDigest(content) },
    async (operation) => {
      const value = await run(operation);
      return { value, keep: storedResult(value, request) };
    },
  );
  if (E.isLeft(outcome)) return outcome;
  switch (outcome.right.state) {
    case 'ran':
      return outcome.right.value;
    case 'in_progress':
      return E.left(idempotencyInProgress);
    case 'mismatch':
      return E.left(idempotencyMismatch);
    case 'erased':
      return E.left(refusal ?? notFound);
    case 'completed': {
      const why = await whyWithheld(services, request, outcome.right.profileId);
      if (why) return E.left(why);
      const { answer, profileId } = outcome.right;
      const headers = { ...answer.headers, 'Idempotent-Replayed': 'true' };
      return E.right({ status: answer.status, headers, bytes: answer.body, ...(profileId !== null && { profileId }) });
    }
  }
};
