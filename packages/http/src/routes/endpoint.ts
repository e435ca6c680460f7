import { E, type Either, notFound, type Principal, type ProfileId, type TaskEither } from '@portcullis/domain';
import { decode, limitReached, principalInRequest } from '@portcullis/domain/kernel';
import type { IdempotentOperation, Intent, Snapshot } from '@portcullis/domain/use-cases';
import { readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import { idempotentResponse, isDeferred } from '../idempotency/idempotent-response.ts';
import { deprecationHeaders } from '../middleware/api-version.ts';
import type { BodyForms } from '../request/body/body-forms.ts';
import { fileRejection } from '../request/body/file-rejection.ts';
import { emptyBody, type ReadBody, readBody } from '../request/body/read-body.ts';
import type { Codec } from '../request/codecs.ts';
import { readIfMatch } from '../request/entity-tag.ts';
import { type HttpError, invalidRequest, unexpected } from '../request/http-error.ts';
import type { MemoryReservation } from '../request/memory-budget.ts';
import { onClientEnded, onResponseFinished } from '../request/on-response-finished.ts';
import { readQuery } from '../request/query.ts';
import type { HttpContext, HttpMiddleware } from '../request/request-context.ts';
import type { HttpResponse } from '../responses/http-response.ts';
import { sendProblem, sendResponse } from '../responses/send-response.ts';
import { accessibleProfileId, admit, authenticate, type Requirements, requireBodyScope } from './access.ts';
import {
  accessLogFull,
  disclosesProfile,
  noteRefused,
  noteShown,
  recordRefused,
  recordShown,
} from './record-access.ts';
import type { CallerFor, Endpoint, HttpDeps, Reserve, Route, RouteAccess, RouteTexts } from './route.ts';
import { acceptedScopes, emptyObject, noBody } from './route.ts';

/** A malformed id names nothing, so it is answered like an id that does not exist. */
const readParams = <Params>(codec: Codec<Params>, params: unknown): Either<HttpError, Params> => {
  const decoded = decode(codec, params);
  return E.isLeft(decoded) ? E.left(notFound) : decoded;
};

type WholeEndpoint<Who extends RouteAccess, Params, Query, Body> = Endpoint<Who, Params, Query, Body> & {
  readonly params: Codec<Params>;
  readonly query: Codec<Query>;
  readonly body: BodyForms<Body>;
};

type NoInput = Readonly<Record<never, never>>;

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

const prepareEndpoint = <Who extends RouteAccess, Params, Query, Body>(
  spec: WholeEndpoint<Who, Params, Query, Body>,
): PreparedEndpoint<Who, Params, Query, Body> => ({
  spec,
  required: { scopes: acceptedScopes(spec), permission: spec.permission },
  noParams: spec.path.includes(':') ? null : readParams(spec.params, {}),
  noQuery: readQuery(spec.query, ''),
  noBody: emptyBody(spec.body),
});

/**
 * Checks whether the caller has access to the profile, and then whether the profile's status allows what the request is
 * about to do. Answers the profile as it was loaded for this, or `null` where nothing had to be loaded.
 */
const checkProfile = async (
  { services }: HttpDeps,
  intent: Intent | undefined,
  caller: Principal | null,
  requested: ProfileId | null,
): Promise<Either<HttpError, Snapshot | null>> => {
  const id = accessibleProfileId(caller, requested);
  if (E.isLeft(id)) return id;
  if (intent === undefined || caller === null || id.right === null) return E.right(null);
  return services.authorizeProfile({ caller, id: id.right, intent })();
};

/** Reads the query, the expected version and the body of a request, and checks the scope that follows from the body. */
const readContent = async <Who extends RouteAccess, Params, Query, Body>(
  { spec, noQuery, noBody }: PreparedEndpoint<Who, Params, Query, Body>,
  { config }: HttpDeps,
  ctx: HttpContext,
  reservation: MemoryReservation,
  snapshot: Snapshot | null,
) => {
  const query = ctx.querystring === '' ? noQuery : readQuery(spec.query, ctx.querystring);
  if (E.isLeft(query)) return query;
  const expected = readIfMatch(spec.ifMatch === true, ctx.req.headers['if-match']);
  if (E.isLeft(expected)) return expected;
  const { caller } = ctx.state.context;
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
  return E.right({ query: query.right, expectedVersion: expected.right, ...read.right });
};

/** The profile that the path of a request names, as it was written. */
const profileInPath = <Who extends RouteAccess, Params, Query, Body>(
  { spec, noParams }: PreparedEndpoint<Who, Params, Query, Body>,
  ctx: HttpContext,
): ProfileId | null => {
  const params = noParams ?? readParams(spec.params, ctx['params']);
  return E.isLeft(params) ? null : (spec.profile?.(params.right) ?? null);
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

/**
 * The memory that one request reserves: for its body until it is answered, and for its response until the client has
 * received it.
 */
type RequestReservations = { readonly body: MemoryReservation; readonly answer: MemoryReservation };

const responsesBusy = limitReached('bytes_in_flight', 'Too many answers are being sent at this moment.', 2);

const reserveIn =
  ({ resize }: MemoryReservation): Reserve =>
  (bytes) =>
    resize(bytes) ? E.right(undefined) : E.left(responsesBusy);

const hasKey = (key: Either<HttpError, string | null>): boolean => E.isRight(key) && key.right !== null;

/**
 * Handles one request of a route. The order of the checks is fixed here: who the caller is, whether this kind of caller
 * is admitted, whose profile it is, whether its status allows the request, and only then what the request contains. A
 * stored response to an earlier attempt of the same request comes before the status check, because that attempt may
 * have changed the status. It is written with `await` and not as a chain of tasks: every request passes through here,
 * and a chain of this length costs more than the rest of the handling.
 */
const handleRequest = async <Who extends RouteAccess, Params, Query, Body>(
  prepared: PreparedEndpoint<Who, Params, Query, Body>,
  deps: HttpDeps,
  ctx: HttpContext,
  reservations: RequestReservations,
): Promise<Either<HttpError, HttpResponse>> => {
  const { spec, noParams } = prepared;
  const { context } = ctx.state;
  const admission = await admitCaller(prepared, deps, ctx);
  if (E.isLeft(admission)) {
    // An outage logs the profile even for a caller who could not be authenticated, whose answer has nothing.
    if (admission.left._tag === 'Unavailable') noteRefused(context, admission.left, profileInPath(prepared, ctx));
    return admission;
  }
  if (spec.showsRecords && !deps.access.hasRoom()) return E.left(accessLogFull);
  const { caller, requestId } = context;
  if (caller?.kind === 'flow') context.profileId = caller.profileId;
  const params = noParams ?? readParams(spec.params, ctx['params']);
  if (E.isLeft(params)) return params;
  const key = spec.ignoresIdempotencyKey === true ? E.right(null) : readIdempotencyKey(spec.method, ctx.req);
  const named = spec.profile?.(params.right) ?? null;
  const guarded = await checkProfile(deps, spec.intent, caller, named);
  if (E.isLeft(guarded)) noteRefused(context, guarded.left, named);
  if (E.isLeft(guarded) && !(hasKey(key) && isDeferred(guarded.left))) return guarded;
  if (E.isRight(guarded) && guarded.right !== null) context.profileId = guarded.right.profile.id;
  if (E.isLeft(key)) return key;
  // With a key the whole body is compared with an earlier attempt's, whose stored response comes before the consent.
  const known = E.isRight(guarded) && key.right === null ? guarded.right : null;
  const content = await readContent(prepared, deps, ctx, reservations.body, known);
  if (E.isLeft(content)) return E.isLeft(guarded) ? guarded : content;
  context.reviewerId = spec.reviewer?.(content.right.body) ?? null;
  const run = async (operation: IdempotentOperation | null): Promise<Either<HttpError, HttpResponse>> => {
    if (E.isLeft(guarded) && operation?.isRetry !== true) return guarded;
    // The writes of an earlier attempt since are not in what was loaded before the key was claimed.
    const snapshot = E.isLeft(guarded) || operation?.isRetry === true ? null : guarded.right;
    const onClosed = (callback: () => void): void => onClientEnded(ctx, callback);
    const onFinished = (callback: () => void): void => onResponseFinished(ctx, callback);
    const reserve = reserveIn(reservations.answer);
    const { body, expectedVersion, files, frames, query } = content.right;
    // Written out: an object that is spread into this one would cost a twentieth of a small request's processor time.
    return spec.run(deps, {
      caller: admission.right,
      params: params.right,
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
  const respond = (): Promise<Either<HttpError, HttpResponse>> => {
    if (key.right === null || caller === null) return run(null);
    const { body, expectedVersion, files, frames } = content.right;
    const { method, path, querystring: query } = ctx;
    return idempotentResponse(deps.services, {
      key: key.right,
      caller,
      content: {
        method,
        path,
        query,
        kind: caller.kind,
        expectedVersion,
        body,
        files,
        frames,
      },
      requestId,
      profileId: caller.kind === 'flow' ? caller.profileId : named,
      refusal: E.isLeft(guarded) ? guarded.left : null,
      run,
    });
  };
  const answered = await respond();
  const { body, query } = content.right;
  if (E.isRight(answered)) noteShown(context, answered.right, named);
  else noteRefused(context, answered.left, named ?? spec.otherProfile?.({ body, query }));
  return answered;
};

/** The texts of a route that the API description does not have. */
export const noTexts = {
  tag: '',
  summary: '',
  description: '',
  responses: [],
  errors: [],
} as const satisfies RouteTexts;

export const endpoint = <Who extends RouteAccess, Params = NoInput, Query = NoInput, Body = NoInput>(
  spec: Endpoint<Who, Params, Query, Body>,
): Route => {
  const { body = Object(noBody), params = Object(emptyObject), query = Object(emptyObject) } = spec;
  const whole: WholeEndpoint<Who, Params, Query, Body> = { ...spec, body, params, query };
  const ready = prepareEndpoint(whole);
  return {
    ...noTexts,
    ...whole,
    ifMatch: spec.ifMatch === true,
    described: spec.forConsole !== true,
    serve: (deps, ctx) => async () => {
      const body = deps.memory.reserve();
      const answer = deps.memory.reserve();
      try {
        const answered = await handleRequest(ready, deps, ctx, { body, answer });
        if (E.isRight(answered) && answer.size() > 0) onResponseFinished(ctx, answer.release);
        else answer.release();
        return answered;
      } catch (cause) {
        answer.release();
        throw cause;
      } finally {
        body.release();
      }
    },
  };
};

/** A route that does not follow the pattern of the use cases: tokens, the API description and the docs page. */
export const plainRoute = (
  route: Omit<Route, 'ifMatch'> & {
    readonly serve: (deps: HttpDeps, ctx: HttpContext) => TaskEither<HttpError, HttpResponse>;
  },
): Route => ({ ...route, ifMatch: false });

/** Serves a route. This is the only place where a task is run. */
export const serve = (route: Route, deps: HttpDeps): HttpMiddleware => {
  const { deprecation, path, sendProblem: refuse = sendProblem } = route;
  const announced = deprecation && deprecationHeaders(deprecation);
  const answer = async (ctx: HttpContext): Promise<Either<HttpError, HttpResponse>> => {
    try {
      return await route.serve(deps, ctx)();
    } catch (cause) {
      return E.left(unexpected(cause));
    }
  };
  return async (ctx) => {
    ctx.state.context.route = path;
    if (announced) ctx.set(announced);
    const result = await answer(ctx);
    // At a stop a request is answered before it is over: its result is shown to nobody.
    if (ctx.state.context.isAnswered) return;
    if (E.isLeft(result)) {
      const error = disclosesProfile(result.left) && !deps.access.hasRoom() ? accessLogFull : result.left;
      refuse(ctx, error);
      recordRefused(route, deps, ctx, error);
      return;
    }
    sendResponse(ctx, result.right);
    recordShown(route, deps, ctx, result.right);
  };
};

/** The error for a body field with invalid content. */
export const invalidField = (pointer: string, message: string): HttpError =>
  invalidRequest('body', [{ pointer, message }]);
