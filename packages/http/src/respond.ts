import type { KeptAnswer } from '@portcullis/domain';
import { drain } from './body/limited-body.ts';
import { hasAlready } from './entity-tag.ts';
import type { HttpError } from './http-error.ts';
import { codes, problemBody, type Refusal, refusalOf } from './problem.ts';
import type { Answer, Refuse } from './route.ts';
import type { HttpContext } from './trace.ts';

/** How errors are written: most routes use problem details, the token endpoint uses the form of its RFC. */
type Wording = {
  readonly type: string;
  readonly headers?: { readonly [name: string]: string };
  readonly bodyOf: (refusal: Refusal, requestId: string) => unknown;
};

/** Makes a function that sends errors in this form. The cause goes to the observer and nowhere else. */
export const refusing =
  ({ type, headers, bodyOf }: Wording): Refuse =>
  (ctx, error) => {
    const { trace } = ctx.state;
    const refusal = refusalOf(error);
    trace.errorCode = refusal.code;
    trace.cause = refusal.cause;
    ctx.set({ ...headers, ...refusal.headers });
    ctx.status = codes[refusal.code].status;
    ctx.set('Content-Type', type);
    ctx.body = JSON.stringify(bodyOf(refusal, trace.requestId));
    drain(ctx.req);
  };

const problemType = 'application/problem+json';

/** Sends an error as problem details (RFC 9457). */
export const refuse = refusing({ type: problemType, bodyOf: problemBody });

/** An error response as `sendProblem` sends it. */
export const renderedRefusal = (error: HttpError, requestId: string): KeptAnswer => {
  const refusal = refusalOf(error);
  return {
    status: codes[refusal.code].status,
    headers: { ...refusal.headers, 'Content-Type': problemType },
    body: JSON.stringify(problemBody(refusal, requestId)),
  };
};

/** A response with a JSON body as `sendResponse` sends it. */
export const rendered = ({ status, headers, body }: Answer): KeptAnswer => ({
  status,
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const isFresh = (ctx: HttpContext, { status, headers }: Answer): boolean =>
  status === 200 &&
  headers?.['ETag'] !== undefined &&
  (ctx.method === 'GET' || ctx.method === 'HEAD') &&
  hasAlready(ctx.req.headers['if-none-match'], headers['ETag']);

/** Sends a response. A client that already has the representation gets only a 304. */
export const reply = (ctx: HttpContext, answer: Answer): void => {
  if (answer.headers) ctx.set(answer.headers);
  ctx.status = isFresh(ctx, answer) ? 304 : answer.status;
  if (ctx.status === 304) return;
  if (answer.body !== undefined) {
    ctx.res.setHeader('Content-Type', 'application/json');
    ctx.body = JSON.stringify(answer.body);
  }
  if (typeof answer.bytes === 'string') ctx.body = answer.bytes;
  else if (answer.bytes) {
    const { buffer, byteOffset, byteLength } = answer.bytes;
    ctx.body = Buffer.from(buffer, byteOffset, byteLength);
  }
  drain(ctx.req);
};
