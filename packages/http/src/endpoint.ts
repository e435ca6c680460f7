import {
  type Caller,
  decode,
  E,
  type Either,
  type Intent,
  limitReached,
  notFound,
  type Operation,
  type ProfileId,
  type TaskEither,
} from '@portcullis/domain';
import { admit, authenticate, ownProfile } from './access.ts';
import { bodyless, type ReadBody, readBody } from './body/read-body.ts';
import { untilTaken } from './body/until-taken.ts';
import type { Lease } from './body/upload-budget.ts';
import type { Codec } from './codecs.ts';
import { readIfMatch } from './entity-tag.ts';
import { type HttpError, invalidRequest, unexpected } from './http-error.ts';
import { answerOnce, isHeldBack } from './once/answer-once.ts';
import { readKey } from './once/idempotency-key.ts';
import { readQuery } from './query.ts';
import { refuse, reply } from './respond.ts';
import type { Access, Answer, CallerOf, Endpoint, Hold, Route, Surface } from './route.ts';
import type { HttpContext, HttpMiddleware } from './trace.ts';

/** A malformed id names nothing, so it is answered like an id that does not exist. */
const readParams = <Params>(codec: Codec<Params>, params: unknown): Either<HttpError, Params> => {
  const decoded = decode(codec, params);
  return E.isLeft(decoded) ? E.left(notFound) : decoded;
};

/**
 * A route for which the results of an absent path parameter, query and body are decoded once, and not for every
 * request.
 */
type Prepared<Who extends Access, Params, Query, Body> = {
  readonly spec: Endpoint<Who, Params, Query, Body>;
  /** This is `null` for a path with parameters. */
  readonly noParams: Either<HttpError, Params> | null;
  readonly noQuery: Either<HttpError, Query>;
  /** This is `null` for a route that takes a body. */
  readonly noBody: Either<HttpError, ReadBody<Body>> | null;
};

const prepared = <Who extends Access, Params, Query, Body>(
  spec: Endpoint<Who, Params, Query, Body>,
): Prepared<Who, Params, Query, Body> => ({
  spec,
  noParams: spec.path.includes(':') ? null : readParams(spec.params, {}),
  noQuery: readQuery(spec.query, ''),
  noBody: bodyless(spec.body),
});

/**
 * Checks whether the caller has access to the profile, and then whether the profile's status allows what the request is
 * about to do.
 */
const guard = async (
  { services }: Surface,
  intent: Intent | undefined,
  caller: Caller | null,
  named: ProfileId | null,
): Promise<Either<HttpError, unknown>> => {
  const id = ownProfile(caller, named);
  if (E.isLeft(id) || intent === undefined || caller === null || id.right === null) return id;
  return services.guardProfile({ caller, id: id.right, intent })();
};

/** Reads the query, the expected version and the body of a request. */
const contentOf = async <Who extends Access, Params, Query, Body>(
  { spec, noQuery, noBody }: Prepared<Who, Params, Query, Body>,
  { config }: Surface,
  ctx: HttpContext,
  lease: Lease,
) => {
  const query = ctx.querystring === '' ? noQuery : readQuery(spec.query, ctx.querystring);
  if (E.isLeft(query)) return query;
  const expected = readIfMatch(spec.ifMatch === true, ctx.req.headers['if-match']);
  if (E.isLeft(expected)) return expected;
  const { caller } = ctx.state.trace;
  const read = noBody ?? (await readBody(spec.body, { ctx, caller, limits: config.limits, lease })());
  if (E.isLeft(read)) return read;
  return E.right({ query: query.right, expectedVersion: expected.right, ...read.right });
};

/**
 * Authenticates the caller, counts the request against the caller's budget, and checks whether this kind of caller is
 * admitted.
 */
const admitted = async <Who extends Access, Params, Query, Body>(
  { access, scope }: Endpoint<Who, Params, Query, Body>,
  { rates, services }: Surface,
  ctx: HttpContext,
): Promise<Either<HttpError, CallerOf[Who]>> => {
  const authenticated = await authenticate(access, ctx.req.headers.authorization, services.verifyToken)();
  if (E.isLeft(authenticated)) return authenticated;
  ctx.state.trace.caller = authenticated.right;
  if (authenticated.right !== null) {
    const counted = await rates.caller(ctx, authenticated.right)();
    if (E.isLeft(counted)) return counted;
  }
  return admit[access](authenticated.right, scope);
};

/**
 * The memory that one request reserves: for its body until it is answered, and for its response until the client has
 * received it.
 */
type Leases = { readonly body: Lease; readonly answer: Lease };

const answersBusy = limitReached('Too many answers are being sent at this moment.', 2);

const holdOf =
  ({ hold }: Lease): Hold =>
  (bytes) =>
    hold(bytes) ? E.right(undefined) : E.left(answersBusy);

/**
 * Handles one request of a route. The order of the checks is fixed here: who the caller is, whether this kind of caller
 * is admitted, whose profile it is, whether its status allows the request, and only then what the request contains. A
 * stored response to an earlier attempt of the same request comes before the status check, because that attempt may
 * have changed the status. It is written with `await` and not as a chain of tasks: every request passes through here,
 * and a chain of this length costs more than the rest of the handling.
 */
const answerTo = async <Who extends Access, Params, Query, Body>(
  prepared: Prepared<Who, Params, Query, Body>,
  surface: Surface,
  ctx: HttpContext,
  leases: Leases,
): Promise<Either<HttpError, Answer>> => {
  const { spec, noParams } = prepared;
  const admission = await admitted(spec, surface, ctx);
  if (E.isLeft(admission)) return admission;
  const { caller, requestId } = ctx.state.trace;
  const params = noParams ?? readParams(spec.params, ctx['params']);
  if (E.isLeft(params)) return params;
  const key = readKey(spec.method, ctx.req);
  const named = spec.profile?.(params.right) ?? null;
  const guarded = await guard(surface, spec.intent, caller, named);
  const heldBack = E.isLeft(guarded) && E.isRight(key) && key.right !== null && isHeldBack(guarded.left);
  if (E.isLeft(guarded) && !heldBack) return guarded;
  if (E.isLeft(key)) return key;
  const content = await contentOf(prepared, surface, ctx, leases.body);
  if (E.isLeft(content)) return E.isLeft(guarded) ? guarded : content;
  const run = async (operation: Operation | null): Promise<Either<HttpError, Answer>> => {
    if (E.isLeft(guarded) && operation?.again !== true) return guarded;
    const hold = holdOf(leases.answer);
    return spec.run(surface, { caller: admission.right, params: params.right, operation, hold, ...content.right })();
  };
  if (key.right === null || caller === null) return run(null);
  const { body, expectedVersion, files } = content.right;
  const { method, path, querystring: query } = ctx;
  return answerOnce(surface.services, {
    key: key.right,
    caller,
    asked: { method, path, query, kind: caller.kind, expectedVersion, body, files },
    requestId,
    profileId: caller.kind === 'flow' ? caller.profileId : named,
    refusal: E.isLeft(guarded) ? guarded.left : null,
    run,
  });
};

/** Makes a route of a use case. */
export const endpoint = <Who extends Access, Params, Query, Body>(spec: Endpoint<Who, Params, Query, Body>): Route => {
  const ready = prepared(spec);
  return {
    ...spec,
    ifMatch: spec.ifMatch === true,
    described: true,
    serve: (surface, ctx) => async () => {
      const [body, answer] = [surface.uploads.lease(), surface.uploads.lease()];
      try {
        const answered = await answerTo(ready, surface, ctx, { body, answer });
        if (E.isRight(answered) && answer.held() > 0) untilTaken(ctx, answer.end);
        else answer.end();
        return answered;
      } catch (cause) {
        answer.end();
        throw cause;
      } finally {
        body.end();
      }
    },
  };
};

/** A route that does not follow the pattern of the use cases: tokens, the API description and the docs page. */
export const plainRoute = (
  route: Omit<Route, 'ifMatch'> & {
    readonly serve: (surface: Surface, ctx: HttpContext) => TaskEither<HttpError, Answer>;
  },
): Route => ({ ...route, ifMatch: false });

const settled = async (task: TaskEither<HttpError, Answer>): Promise<Either<HttpError, Answer>> => {
  try {
    return await task();
  } catch (cause) {
    return E.left(unexpected(cause));
  }
};

/** Serves a route. This is the only place where a task is run. */
export const serve =
  (route: Route, surface: Surface): HttpMiddleware =>
  async (ctx) => {
    ctx.state.trace.route = route.path;
    const result = await settled(route.serve(surface, ctx));
    if (E.isLeft(result)) (route.refuse ?? refuse)(ctx, result.left);
    else reply(ctx, result.right);
  };

/** The error for a body field with invalid content. */
export const wrongField = (pointer: string, message: string): HttpError =>
  invalidRequest('body', [{ pointer, message }]);
