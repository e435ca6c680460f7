import { unavailable } from '@portcullis/domain';
import { limitReached } from '@portcullis/domain/kernel';
import { type HttpError, invalidRequest } from '../request/http-error.ts';
import type { HttpMiddleware } from '../request/request-context.ts';
import type { ErrorSenderOf } from '../responses/http-response.ts';
import { sendProblem } from '../responses/send-response.ts';

const waitSeconds = 2;

const answers: ReadonlyMap<unknown, HttpError> = new Map<unknown, HttpError>([
  ['429', limitReached('client', 'Sandbox-Answer asks for this answer.', waitSeconds)],
  ['503', unavailable('database', 'Sandbox-Answer asks for this answer', 'unavailable', waitSeconds)],
]);

const unknownAnswer = invalidRequest('headers', [{ pointer: '/Sandbox-Answer', message: 'expected 429 or 503' }]);

/**
 * Answers a request of a sandbox as its header `Sandbox-Answer` asks, so that a partner can rehearse limits and
 * outages. Nothing else is done with it.
 */
export const answerOnDemand =
  (errorSenderOf: ErrorSenderOf): HttpMiddleware =>
  (ctx, next) => {
    const asked = ctx.req.headers['sandbox-answer'];
    if (asked === undefined) return next();
    const send = errorSenderOf(ctx.method, ctx.path) ?? sendProblem;
    return send(ctx, answers.get(asked) ?? unknownAnswer);
  };
