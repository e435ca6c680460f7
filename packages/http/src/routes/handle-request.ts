import { E, type Either, notFound, type ProfileId } from '@portcullis/domain';
import { decode, limitReached, principalInRequest } from '@portcullis/domain/kernel';
import type { IdempotentOperation, Snapshot } from '@portcullis/domain/use-cases';
import { readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import { idempotentResponse, isDeferred } from '../idempotency/idempotent-response.ts';
import type { BodyForms } from '../request/body/body-forms.ts';
import { fileRejection } from '../request/body/file-rejection.ts';
import { emptyBody, type ReadBody, readBody } from '../request/body/read-body.ts';
import type { Codec } from '../request/codecs.ts';
import { readIfMatch } from '../request/entity-tag.ts';
import type { HttpError } from '../request/http-error.ts';
import type { MemoryReservation } from '../request/memory-budget.ts';
import { onClientEnded, onResponseFinished } from '../request/on-response-finished.ts';
import { readQuery } from '../request/query.ts';
import type { HttpContext } from '../request/request-context.ts';
import type { HttpResponse } from '../responses/http-response.ts';
import { accessibleProfileId, admit, authenticate, type Requirements, requireBodyScope } from './access.ts';
import { accessLogFull, noteRefused, noteShown } from './record-access.ts';
import type { CallerFor, Endpoint, HttpDeps, Reserve, RouteAccess } from './route.ts';
import { acceptedScopes } from './route.ts';

/** A malformed id names nothing, so it is answered like an id that does not exist. */
const readParams = <Params>(codec: Codec<Params>, params: unknown): Either<HttpError, Params> => {
  const decoded = decode(codec, params);
  return E.isLeft(decoded) ? E.left(notFound) : decoded;
};

export type WholeEndpoint<Who extends RouteAccess, Params, Query, Body> = Endpoint<Who, Params, Query, Body> & {
  readonly params: Codec<Params>;
  readonly query: Codec<Query>;
  readonly body: BodyForms<Body>;
};

export type NoInput = Readonly<Record<never, never>>;

/**
 * A route whose scopes are listed, and for which the results of an absent path parameter, query and body are decoded,
 * once and not for every request.
 */
type PreparedEndpoint<Who extends RouteAccess, Params, Query, Body> = {
  readonly spec: WholeEndpoint<Who, Params, Query, Body>;
  readonly required: Requirements;
  /** This is `null` for a path with parameters. */
  readonly noParams: Either<HttpError, Params> | null;
  readonly noQuery: Either<HttpError, Query>;
  /** This is `null` for a route that takes a body. */
  readonly noBody: Either<HttpError, ReadBody<Body>> | null;
};

export const prepareEndpoint = <Who extends RouteAccess, Params, Query, Body>(
  spec: WholeEndpoint<Who, Params, Query, Body>,
): PreparedEndpoint<Who, Params, Query, Body> => ({
  spec,
  required: { scopes: acceptedScopes(spec), permission: spec.permission },
  noParams: spec.path.includes(':') ? null : readParams(spec.params, {}),
  noQuery: readQuery(spec.query, ''),
  noBody: emptyBody(spec.body),
});

type Key = Either<HttpError, string | null>;

type Answered = Either<HttpError, HttpResponse>;

/**
 * The memory that one request reserves: for its body until it is answered, and for its response until the client has
 * received it.
 */
type RequestReservations = { readonly body: MemoryReservation; readonly answer: MemoryReservation };

/** The contents of a request, decoded. */
type Content<Query, Body> = ReadBody<Body> & { readonly query: Query; readonly expectedVersion: number | null };

/** A request that passed every check, or that waits for its key alone. */
type CheckedRequest<Who extends RouteAccess, Params, Query, Body> = {
  readonly prepared: PreparedEndpoint<Who, Params, Query, Body>;
  readonly deps: HttpDeps;
  readonly ctx: HttpContext;
  readonly answer: MemoryReservation;
  readonly caller: CallerFor[Who];
  readonly params: Params;
  /** The profile that the path names, as it was written. */
  readonly named: ProfileId | null;
  readonly guarded: Either<HttpError, Snapshot | null>;
  readonly content: Content<Query, Body>;
};

/**
 * Authenticates the caller, counts the request against the caller's budget, and checks whether this kind of caller is
 * admitted.
 */
const admitCaller = async <Who extends RouteAccess, Params, Query, Body>(
  { spec, required }: PreparedEndpoint<Who, Params, Query, Body>,
  deps: HttpDeps,
  ctx: HttpContext,
): Promise<Either<HttpError, CallerFor[Who]>> => {
  const { access } = spec;
  const authenticated = await authenticate(access, deps, ctx.req);
  if (E.isLeft(authenticated)) return authenticated;
  const { context } = ctx.state;
  if (authenticated.right === null) return admit[access](null, required);
  // The same token has the same principal, by which it is counted. From here on it is the caller of this request.
  const counted = await deps.rateLimiter.countCaller(ctx, authenticated.right)();
  const caller = principalInRequest(authenticated.right, context.trace);
  context.caller = caller;
  return E.isLeft(counted) ? counted : admit[access](caller, required);
};

const readPath = <Who extends RouteAccess, Params, Query, Body>(
  { spec, noParams }: PreparedEndpoint<Who, Params, Query, Body>,
  ctx: HttpContext,
): Either<HttpError, Params> => noParams ?? readParams(spec.params, ctx['params']);

/** An outage logs the profile even for a caller who could not be authenticated, whose answer has nothing. */
const noteOutage = <Who extends RouteAccess, Params, Query, Body>(
  prepared: PreparedEndpoint<Who, Params, Query, Body>,
  ctx: HttpContext,
  error: HttpError,
): void => {
  if (error._tag !== 'Unavailable') return;
  const params = readPath(prepared, ctx);
  noteRefused(ctx.state.context, error, E.isLeft(params) ? null : prepared.spec.profile?.(params.right));
};

/** A person's request is about the profile of the link, whatever its path names. */
const noteOwnProfile = ({ state: { context } }: HttpContext): void => {
  if (context.caller?.kind === 'flow') context.profileId = context.caller.profileId;
};

const noKey: Key = E.right(null);

const readKey = <Who extends RouteAccess, Params, Query, Body>(
  { ignoresIdempotencyKey, method }: WholeEndpoint<Who, Params, Query, Body>,
  ctx: HttpContext,
): Key => (ignoresIdempotencyKey === true ? noKey : readIdempotencyKey(method, ctx.req));

/**
 * Checks whether the caller has access to the profile, and then whether the profile's status allows what the request is
 * about to do. Answers the profile as it was loaded for this, or `null` where nothing had to be loaded.
 */
const checkProfile = async <Who extends RouteAccess, Params, Query, Body>(
  { intent }: WholeEndpoint<Who, Params, Query, Body>,
  { services }: HttpDeps,
  { state: { context } }: HttpContext,
  named: ProfileId | null,
): Promise<Either<HttpError, Snapshot | null>> => {
  const { caller } = context;
  const id = accessibleProfileId(caller, named);
  if (E.isLeft(id)) {
    noteRefused(context, id.left, named);
    return id;
  }
  if (intent === undefined || caller === null || id.right === null) return E.right(null);
  const found = await services.authorizeProfile({ caller, id: id.right, intent })();
  if (E.isLeft(found)) noteRefused(context, found.left, named);
  else context.profileId = found.right.profile.id;
  return found;
};

/** Whether a refusal waits until it is known if an earlier attempt under the key is its reason. */
const waitsForKey = (refusal: HttpError, key: Key): boolean =>
  E.isRight(key) && key.right !== null && isDeferred(refusal);

/** With a key the whole body is compared with an earlier attempt's, whose stored response comes before the consent. */
const knownBeforeBody = (guarded: Either<HttpError, Snapshot | null>, key: string | null): Snapshot | null =>
  E.isRight(guarded) && key === null ? guarded.right : null;

/** Reads the query, the expected version and the body of a request, and checks the scope that follows from the body. */
const readContent = async <Who extends RouteAccess, Params, Query, Body>(
  { spec, noQuery, noBody }: PreparedEndpoint<Who, Params, Query, Body>,
  { config }: HttpDeps,
  ctx: HttpContext,
  reservation: MemoryReservation,
  snapshot: Snapshot | null,
): Promise<Either<HttpError, Content<Query, Body>>> => {
  const query = ctx.querystring === '' ? noQuery : readQuery(spec.query, ctx.querystring);
  if (E.isLeft(query)) return query;
  const expected = readIfMatch(spec.ifMatch === true, ctx.req.headers['if-match']);
  if (E.isLeft(expected)) return expected;
  const { context } = ctx.state;
  const { caller } = context;
  const options = {
    ctx,
    caller,
    limits: config.limits,
    reservation,
    fileRejection: fileRejection(snapshot, spec.intent),
  };
  const read = noBody ?? (await readBody(spec.body, options)());
  if (E.isLeft(read)) return read;
  const permitted = requireBodyScope(caller, spec.bodyScope?.(read.right.body));
  if (E.isLeft(permitted)) return permitted;
  context.reviewerId = spec.reviewer?.(read.right.body) ?? null;
  return E.right({ query: query.right, expectedVersion: expected.right, ...read.right });
};

const responsesBusy = limitReached('bytes_in_flight', 'Too many answers are being sent at this moment.', 2);

const reserveIn =
  ({ resize }: MemoryReservation): Reserve =>
  (bytes) =>
    resize(bytes) ? E.right(undefined) : E.left(responsesBusy);

/** Executes a request, unless the profile's status refuses it and no earlier attempt has led to that status. */
const execute = async <Who extends RouteAccess, Params, Query, Body>(
  { answer, caller, content, ctx, deps, guarded, params, prepared }: CheckedRequest<Who, Params, Query, Body>,
  operation: IdempotentOperation | null,
): Promise<Answered> => {
  if (E.isLeft(guarded) && operation?.isRetry !== true) return guarded;
  // The writes of an earlier attempt since are not in what was loaded before the key was claimed.
  const snapshot = E.isLeft(guarded) || operation?.isRetry === true ? null : guarded.right;
  const onClosed = (callback: () => void): void => onClientEnded(ctx, callback);
  const onFinished = (callback: () => void): void => onResponseFinished(ctx, callback);
  const reserve = reserveIn(answer);
  const { body, expectedVersion, files, frames, query } = content;
  // Written out: an object that is spread into this one would cost a twentieth of a small request's processor time.
  return prepared.spec.run(deps, {
    caller,
    params,
    snapshot,
    query,
    body,
    files,
    frames,
    expectedVersion,
    operation,
    reserve,
    onClosed,
    onFinished,
  })();
};

/** Executes a request once for its key, or answers what an earlier attempt was answered. */
const executeOnce = async <Who extends RouteAccess, Params, Query, Body>(
  checked: CheckedRequest<Who, Params, Query, Body>,
  key: string | null,
): Promise<Answered> => {
  const { content, ctx, deps, guarded, named } = checked;
  const { caller, requestId } = ctx.state.context;
  if (key === null || caller === null) return execute(checked, null);
  const { body, expectedVersion, files, frames } = content;
  const { method, path, querystring: query } = ctx;
  const { kind } = caller;
  return idempotentResponse(deps.services, {
    key,
    caller,
    content: {
      method,
      path,
      query,
      kind,
      expectedVersion,
      body,
      files,
      frames,
    },
    requestId,
    profileId: kind === 'flow' ? caller.profileId : named,
    refusal: E.isLeft(guarded) ? guarded.left : null,
    run: (operation) => execute(checked, operation),
  });
};

/** Notes which profile the answer is about. */
const noteAnswer = <Who extends RouteAccess, Params, Query, Body>(
  { content, ctx, named, prepared }: CheckedRequest<Who, Params, Query, Body>,
  answered: Answered,
): void => {
  const { context } = ctx.state;
  if (E.isRight(answered)) noteShown(context, answered.right, named);
  else noteRefused(context, answered.left, named ?? prepared.spec.otherProfile?.(content));
};

/**
 * Handles one request of a route, in this order:
 *
 * 1. who the caller is, and whether this kind of caller is admitted;
 * 2. whether the access log has room for what is shown;
 * 3. what the path names;
 * 4. whose profile it is, whether its status allows the request, and then whether its key is well-formed;
 * 5. what the request contains;
 * 6. a stored response to an earlier attempt, which comes before the status, because that attempt may have changed it;
 * 7. the use case.
 *
 * It is written with `await` and not as a chain of tasks: every request passes through here, and a chain of this length
 * costs more than the rest of the handling.
 */
export const handleRequest = async <Who extends RouteAccess, Params, Query, Body>(
  prepared: PreparedEndpoint<Who, Params, Query, Body>,
  deps: HttpDeps,
  ctx: HttpContext,
  { answer, body }: RequestReservations,
): Promise<Answered> => {
  const { spec } = prepared;
  const admitted = await admitCaller(prepared, deps, ctx);
  if (E.isLeft(admitted)) noteOutage(prepared, ctx, admitted.left);
  if (E.isLeft(admitted)) return admitted;

  if (spec.showsRecords && !deps.access.hasRoom()) return E.left(accessLogFull);

  noteOwnProfile(ctx);
  const params = readPath(prepared, ctx);
  if (E.isLeft(params)) return params;
  const named = spec.profile?.(params.right) ?? null;
  const key = readKey(spec, ctx);

  const guarded = await checkProfile(spec, deps, ctx, named);
  if (E.isLeft(guarded) && !waitsForKey(guarded.left, key)) return guarded;
  if (E.isLeft(key)) return key;

  const content = await readContent(prepared, deps, ctx, body, knownBeforeBody(guarded, key.right));
  if (E.isLeft(content)) return E.isLeft(guarded) ? guarded : content;

  const checked = {
    prepared,
    deps,
    ctx,
    answer,
    caller: admitted.right,
    params: params.right,
    named,
    guarded,
    content: content.right,
  };
  const answered = await executeOnce(checked, key.right);
  noteAnswer(checked, answered);
  return answered;
};
