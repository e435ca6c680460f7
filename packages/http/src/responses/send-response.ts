import type { StoredResponse } from '@portcullis/domain/ports';
import { matchesEntityTag } from '../request/entity-tag.ts';
import { errorCodes } from '../request/error-codes.ts';
import type { HttpError } from '../request/http-error.ts';
import { drain } from '../request/limited-body.ts';
import type { HttpContext } from '../request/request-context.ts';
import type { HttpResponse, SendProblem } from './http-response.ts';
import { type Problem, problemBody, problemOf } from './problem.ts';

/** How errors are written: most routes use problem details, the token endpoint uses the form of its RFC. */
type ErrorFormat = {
  readonly type: string;
  readonly headers?: { readonly [name: string]: string };
  readonly bodyOf: (refusal: Problem, requestId: string) => unknown;
};

/** Makes a function that sends errors in this form. The cause goes to the observer and nowhere else. */
export const problemSender =
  ({ type, headers, bodyOf }: ErrorFormat): SendProblem =>
  (ctx, error) => {
    const { context } = ctx.state;
    const problem = problemOf(error);
    context.errorCode = problem.code;
    context.cause = problem.cause;
    ctx.set({ ...headers, ...problem.headers });
    ctx.status = errorCodes[problem.code].status;
    ctx.set('Content-Type', type);
    ctx.body = JSON.stringify(bodyOf(problem, context.requestId));
    drain(ctx.req);
  };

const problemType = 'application/problem+json';

/** Sends an error as problem details (RFC 9457). */
export const sendProblem = problemSender({ type: problemType, bodyOf: problemBody });

/** An error response as `sendProblem` sends it. */
export const renderProblem = (error: HttpError, requestId: string): StoredResponse => {
  const problem = problemOf(error);
  return {
    status: errorCodes[problem.code].status,
    headers: { ...problem.headers, 'Content-Type': problemType },
    body: JSON.stringify(problemBody(problem, requestId)),
  };
};

/** A response with a JSON body as `sendResponse` sends it. */
export const renderResponse = ({ status, headers, body }: HttpResponse): StoredResponse => ({
  status,
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const isNotModified = (ctx: HttpContext, { status, headers }: HttpResponse): boolean =>
  status === 200 &&
  headers?.['ETag'] !== undefined &&
  (ctx.method === 'GET' || ctx.method === 'HEAD') &&
  matchesEntityTag(ctx.req.headers['if-none-match'], headers['ETag']);

/** Sends a response. A client that already has the representation gets only a 304. */
export const sendResponse = (ctx: HttpContext, response: HttpResponse): void => {
  if (response.headers) ctx.set(response.headers);
  ctx.status = isNotModified(ctx, response) ? 304 : response.status;
  if (ctx.status === 304) return;
  if (response.body !== undefined) {
    ctx.res.setHeader('Content-Type', 'application/json');
    ctx.body = JSON.stringify(response.body);
  }
  if (typeof response.bytes === 'string') ctx.body = response.bytes;
  else if (response.bytes) {
    const { buffer, byteOffset, byteLength } = response.bytes;
    ctx.body = Buffer.from(buffer, byteOffset, byteLength);
  }
  drain(ctx.req);
};
