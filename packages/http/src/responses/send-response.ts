import type { Principal } from '@portcullis/domain';
import { hasPermission, type Scope, type StaffPrincipal } from '@portcullis/domain/kernel';
import type { StoredResponse } from '@portcullis/domain/ports';
import { isReviewEvent, statusEvents } from '@portcullis/domain/profile';
import { matchesEntityTag } from '../request/entity-tag.ts';
import { errorCodes } from '../request/error-codes.ts';
import type { HttpError } from '../request/http-error.ts';
import type { HttpContext, PendingResponse } from '../request/request-context.ts';
import type { HttpResponse, SendProblem } from './http-response.ts';
import { type Problem, problemBody, problemOf } from './problem.ts';

/** How errors are written: most routes use problem details, the token endpoint uses the form of its RFC. */
type ErrorFormat = {
  readonly type: string;
  readonly headers?: { readonly [name: string]: string };
  readonly bodyOf: (refusal: Problem, requestId: string) => unknown;
};

/** The scope that a status event needs, or `null` for what nobody can post. */
const scopeOf = (event: string): Scope | null => {
  const posted = statusEvents.find((one) => one === event);
  if (posted === undefined) return null;
  return isReviewEvent(posted) ? 'reviews:write' : 'status-history:write';
};

/** Whether a member of staff may cause this event. */
const mayCause = (staff: StaffPrincipal, event: string): boolean =>
  scopeOf(event) === 'reviews:write' &&
  hasPermission(staff, event === 'reopened' ? 'reviews:override' : 'reviews:decide');

/** A problem with those of the events in it that this caller may post: the others do not help it. */
const forCaller = (problem: Problem, caller: Principal | null): Problem => {
  if (problem.allowed === undefined) return problem;
  if (caller?.kind === 'staff') return { ...problem, allowed: problem.allowed.filter((one) => mayCause(caller, one)) };
  const scopes: readonly (string | null)[] = caller?.kind === 'machine' ? caller.scopes : [];
  return { ...problem, allowed: problem.allowed.filter((event) => scopes.includes(scopeOf(event))) };
};

/** Makes a function that sends errors in this form. The cause goes to the observer and nowhere else. */
export const problemSender =
  ({ type, headers, bodyOf }: ErrorFormat): SendProblem =>
  (ctx, error) => {
    const { context } = ctx.state;
    const problem = forCaller(problemOf(error), context.caller);
    context.errorCode = problem.code;
    context.outageCause = problem.outageCause ?? null;
    context.limit = problem.limit ?? null;
    context.cause = problem.cause;
    ctx.state.response = {
      status: errorCodes[problem.code].status,
      headers: { ...headers, ...problem.headers, 'Content-Type': type },
      body: JSON.stringify(bodyOf(problem, context.requestId)),
    };
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

/** A response with a JSON body as it is kept for repetitions of its request. */
export const renderResponse = ({ status, headers, body, repeatedBody = body }: HttpResponse): StoredResponse => ({
  status,
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(repeatedBody),
});

const isNotModified = (ctx: HttpContext, { status, headers }: HttpResponse): boolean =>
  status === 200 &&
  headers?.['ETag'] !== undefined &&
  (ctx.method === 'GET' || ctx.method === 'HEAD') &&
  matchesEntityTag(ctx.req.headers['if-none-match'], headers['ETag']);

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const pendingResponse = ({ status, headers = {}, cookies, body, bytes, stream }: HttpResponse): PendingResponse => {
  if (stream !== undefined) return { status, headers, body: null, stream };
  if (bytes !== undefined) return { status, headers, body: typeof bytes === 'string' ? bytes : asBuffer(bytes) };
  const sent = body === undefined ? null : JSON.stringify(body);
  const typed = sent === null ? headers : { ...headers, 'Content-Type': 'application/json' };
  return { status, headers: typed, ...(cookies !== undefined && { cookies }), body: sent };
};

/** A response without a body has no type of one. Caches take every other header into the response that they have. */
const notModified = ({ headers = {} }: HttpResponse): PendingResponse => {
  const { 'Content-Type': _, ...kept } = headers;
  return { status: 304, headers: kept, body: null };
};

/** Sends a response. A client that already has the representation gets only a 304. */
export const sendResponse = (ctx: HttpContext, response: HttpResponse): void => {
  ctx.state.response = isNotModified(ctx, response) ? notModified(response) : pendingResponse(response);
};
