import { type Unavailable, unavailable } from '@portcullis/domain';
import { type ExternalService, isUnavailable, withOutageCause } from '@portcullis/domain/kernel';
import { meaningOf, sqlFailureOf, sqlOutcomeOf } from './sql-state.ts';

/** An error with a code of its own, for what neither `pg` nor the server says. */
export const codedError = (code: string, what: string): Error => Object.assign(new Error(what), { code });

/** An error that ends a call with an outage that is known already. */
export const endingWith = (outage: Unavailable): Error => new Error('nothing was sent', { cause: outage });

const outageIn = (cause: unknown): Unavailable | null =>
  cause instanceof Error && isUnavailable(cause.cause) ? cause.cause : null;

/** Whether a call was ended before anything was sent. */
export const isEnded = (cause: unknown): boolean => outageIn(cause) !== null;

/** Whether the connection is still good after an error: the server has answered, and goes on. */
export const keepsConnection = (cause: unknown): boolean => {
  if (isEnded(cause)) return true;
  const failure = sqlFailureOf(cause);
  const outcome = sqlOutcomeOf(failure);
  return failure.isAnswer && outcome !== 'unknown' && outcome !== 'elsewhere';
};

/**
 * Converts what was thrown into an outage. A message of the server may quote values, so only its code is passed on, and
 * the name of what the account has no right to; `before` is the code by which an attempt before was undone.
 */
export const outageOfThrown = (service: ExternalService, cause: unknown, before = ''): Unavailable => {
  const outage = outageIn(cause);
  if (outage !== null) return { ...outage, service };
  const failure = sqlFailureOf(cause);
  const { kind, cause: found } = meaningOf(failure);
  const what = failure.code === '' ? 'the connection was lost' : failure.code;
  const of = failure.forbidden === null ? '' : ` (${failure.forbidden})`;
  const after = before === '' || before === failure.code ? '' : ` after ${before}`;
  return withOutageCause(unavailable(service, `PostgreSQL: ${what}${of}${after}`, kind), found);
};
