import { drain } from './body/limited-body.ts';
import { hasAlready } from './entity-tag.ts';
import type { HttpError } from './http-error.ts';
import { codes, problemBody, refusalOf } from './problem.ts';
import type { Answer } from './route.ts';
import type { HttpContext } from './trace.ts';

/** Refuses a request by the answer table. The cause goes to the observer and nowhere else. */
export const refuse = (ctx: HttpContext, error: HttpError): void => {
  const { trace } = ctx.state;
  const refusal = refusalOf(error);
  trace.errorCode = refusal.code;
  trace.cause = refusal.cause;
  if (refusal.headers) ctx.set(refusal.headers);
  ctx.status = codes[refusal.code].status;
  ctx.set('Content-Type', 'application/problem+json');
  ctx.body = JSON.stringify(problemBody(refusal, trace.requestId));
  drain(ctx.req);
};

const isFresh = (ctx: HttpContext, { status, headers }: Answer): boolean =>
  status === 200 &&
  headers?.['ETag'] !== undefined &&
  (ctx.method === 'GET' || ctx.method === 'HEAD') &&
  hasAlready(ctx.req.headers['if-none-match'], headers['ETag']);

/** Sends an answer; to a reader who has it already, only that (304). */
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
