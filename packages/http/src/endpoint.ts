import {
  type Caller,
  decode,
  E,
  type Either,
  notFound,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
} from '@portcullis/domain';
import { admit, authenticate, ownProfile } from './access.ts';
import { readBody } from './body/read-body.ts';
import { readIfMatch } from './entity-tag.ts';
import { type HttpError, invalidRequest, unexpected } from './http-error.ts';
import { readQuery } from './query.ts';
import { refuse, reply } from './respond.ts';
import type { Access, Answer, CallerOf, Endpoint, Route, Surface } from './route.ts';
import type { HttpContext, HttpMiddleware } from './trace.ts';

/** An id that is no id names nothing, so it is answered like an id that nobody has. */
const readParams = <Params, Query, Body, Who extends Access>(
  spec: Endpoint<Who, Params, Query, Body>,
  ctx: HttpContext,
): Either<HttpError, Params> => {
  const decoded = decode(spec.params, ctx['params']);
  return E.isLeft(decoded) ? E.left(notFound) : decoded;
};

/** Whose profile it is, then whether its status takes what the request is about to do. */
const guard = <Params, Query, Body, Who extends Access>(
  { profile, intent }: Endpoint<Who, Params, Query, Body>,
  { services }: Surface,
  caller: Caller | null,
  params: Params,
): TaskEither<HttpError, unknown> => {
  const id: Either<HttpError, ProfileId | null> = ownProfile(caller, profile ? profile(params) : null);
  if (E.isLeft(id)) return TE.left(id.left);
  if (intent === undefined || caller === null || id.right === null) return TE.right(null);
  return services.guardProfile({ caller, id: id.right, intent });
};

const authorize = <Params, Query, Body, Who extends Access>(
  { access, scope }: Endpoint<Who, Params, Query, Body>,
  { services }: Surface,
  ctx: HttpContext,
): TaskEither<HttpError, CallerOf[Who]> =>
  pipe(
    authenticate(access, ctx.req.headers.authorization, services.verifyToken),
    TE.flatMap((caller) => {
      ctx.state.trace.caller = caller;
      return TE.fromEither(admit[access](caller, scope));
    }),
  );

/**
 * Makes a route of a use case. The order of the answers is fixed here: who calls, whether this kind of caller may,
 * whose profile it is, whether its status allows it, and only then what the request holds.
 */
export const endpoint = <Who extends Access, Params, Query, Body>(spec: Endpoint<Who, Params, Query, Body>): Route => ({
  ...spec,
  ifMatch: spec.ifMatch === true,
  described: true,
  serve: (surface, ctx) => {
    const lease = surface.uploads.lease();
    const { limits } = surface.config;
    const answered = pipe(
      TE.Do,
      TE.bindW('caller', () => authorize(spec, surface, ctx)),
      TE.bindW('params', () => TE.fromEither(readParams(spec, ctx))),
      TE.bindW('guarded', ({ params }) => guard(spec, surface, ctx.state.trace.caller, params)),
      TE.bindW('query', () => TE.fromEither(readQuery(spec.query, ctx.querystring))),
      TE.bindW('expectedVersion', () => TE.fromEither(readIfMatch(spec.ifMatch === true, ctx.req.headers['if-match']))),
      TE.bindW('read', () => readBody(spec.body, { ctx, caller: ctx.state.trace.caller, limits, lease })),
      TE.flatMap(({ read, ...request }) => spec.run(surface, { ...request, ...read })),
    );
    return () => answered().finally(lease.end);
  },
});

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
    if (E.isLeft(result)) refuse(ctx, result.left);
    else reply(ctx, result.right);
  };

/** What a body of the wrong content is answered with. */
export const wrongField = (pointer: string, message: string): HttpError =>
  invalidRequest('body', [{ pointer, message }]);
