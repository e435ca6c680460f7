import { E, type Either, type TaskEither } from '@portcullis/domain';
import { deprecationHeaders } from '../middleware/api-version.ts';
import { type HttpError, invalidRequest, unexpected } from '../request/http-error.ts';
import { onResponseFinished } from '../request/on-response-finished.ts';
import type { HttpContext, HttpMiddleware } from '../request/request-context.ts';
import type { HttpResponse } from '../responses/http-response.ts';
import { sendProblem, sendResponse } from '../responses/send-response.ts';
import { handleRequest, type NoInput, prepareEndpoint, type WholeEndpoint } from './handle-request.ts';
import { accessLogFull, disclosesProfile, recordRefused, recordShown } from './record-access.ts';
import type { Endpoint, HttpDeps, Route, RouteAccess, RouteTexts } from './route.ts';
import { emptyObject, noBody } from './route.ts';

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
    responses: whole.responses.map((response) => ({ description: '', ...response })),
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
