import {
  type Caller,
  decode,
  E,
  type Either,
  type Intent,
  notFound,
  type ProfileId,
  type TaskEither,
} from '@portcullis/domain';
import { admit, authenticate, ownProfile } from './access.ts';
import { bodyless, type ReadBody, readBody } from './body/read-body.ts';
import type { Lease } from './body/upload-budget.ts';
import type { Codec } from './codecs.ts';
import { readIfMatch } from './entity-tag.ts';
import { type HttpError, invalidRequest, unexpected } from './http-error.ts';
import { readQuery } from './query.ts';
import { refuse, reply } from './respond.ts';
import type { Access, Answer, Endpoint, Route, Surface } from './route.ts';
import type { HttpContext, HttpMiddleware } from './trace.ts';

/** An id that is no id names nothing, so it is answered like an id that nobody has. */
const readParams = <Params>(codec: Codec<Params>, params: unknown): Either<HttpError, Params> => {
  const decoded = decode(codec, params);
  return E.isLeft(decoded) ? E.left(notFound) : decoded;
};

/** A route, with the answers to what most requests do not have decoded once and not for each of them. */
type Prepared<Who extends Access, Params, Query, Body> = {
  readonly spec: Endpoint<Who, Params, Query, Body>;
  /** `null` for a path with parameters. */
  readonly noParams: Either<HttpError, Params> | null;
  readonly noQuery: Either<HttpError, Query>;
  /** `null` for a route that takes a body. */
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

/** Whose profile it is, then whether its status takes what the request is about to do. */
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

/**
 * Serves one request of a route. The order of the answers is fixed here: who calls, whether this kind of caller may,
 * whose profile it is, whether its status allows it, and only then what the request holds. Written with `await` and
 * not as a chain of tasks: every request passes here, and a chain of this length costs more than the rest of the way.
 */
const answerTo = async <Who extends Access, Params, Query, Body>(
  { spec, noParams, noQuery, noBody }: Prepared<Who, Params, Query, Body>,
  surface: Surface,
  ctx: HttpContext,
  lease: Lease,
): Promise<Either<HttpError, Answer>> => {
  const { headers } = ctx.req;
  const authenticated = await authenticate(spec.access, headers.authorization, surface.services.verifyToken)();
  if (E.isLeft(authenticated)) return authenticated;
  ctx.state.trace.caller = authenticated.right;
  if (authenticated.right !== null) {
    const counted = await surface.rates.caller(ctx, authenticated.right)();
    if (E.isLeft(counted)) return counted;
  }
  const caller = admit[spec.access](authenticated.right, spec.scope);
  if (E.isLeft(caller)) return caller;
  const params = noParams ?? readParams(spec.params, ctx['params']);
  if (E.isLeft(params)) return params;
  const guarded = await guard(surface, spec.intent, authenticated.right, spec.profile?.(params.right) ?? null);
  if (E.isLeft(guarded)) return guarded;
  const query = ctx.querystring === '' ? noQuery : readQuery(spec.query, ctx.querystring);
  if (E.isLeft(query)) return query;
  const expected = readIfMatch(spec.ifMatch === true, headers['if-match']);
  if (E.isLeft(expected)) return expected;
  const { limits } = surface.config;
  const read = noBody ?? (await readBody(spec.body, { ctx, caller: authenticated.right, limits, lease })());
  if (E.isLeft(read)) return read;
  return spec.run(surface, {
    caller: caller.right,
    params: params.right,
    query: query.right,
    expectedVersion: expected.right,
    ...read.right,
  })();
};

/** Makes a route of a use case. */
export const endpoint = <Who extends Access, Params, Query, Body>(spec: Endpoint<Who, Params, Query, Body>): Route => {
  const ready = prepared(spec);
  return {
    ...spec,
    ifMatch: spec.ifMatch === true,
    described: true,
    serve: (surface, ctx) => async () => {
      const lease = surface.uploads.lease();
      try {
        return await answerTo(ready, surface, ctx, lease);
      } finally {
        lease.end();
      }
    },
  };
};

/** A route of another form than the core's use cases: tokens, the API description, the docs. */
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

/** Serves a route: here alone a task is run. */
export const serve =
  (route: Route, surface: Surface): HttpMiddleware =>
  async (ctx) => {
    ctx.state.trace.route = route.path;
    const result = await settled(route.serve(surface, ctx));
    if (E.isLeft(result)) (route.refuse ?? refuse)(ctx, result.left);
    else reply(ctx, result.right);
  };

/** What a body of the wrong content is answered with. */
export const wrongField = (pointer: string, message: string): HttpError =>
  invalidRequest('body', [{ pointer, message }]);
