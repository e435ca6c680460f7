import type { ProblemCode, Problem as ServiceProblem } from './openapi.ts';

/**
 * A failure outside of the service: `no_answer` (none came in time, or it was cut off), `unexpected_answer` (something
 * that is not Portcullis has answered), `token_refused` (no token for these credentials).
 */
export type LocalCode = 'no_answer' | 'unexpected_answer' | 'token_refused';

/** Why a call failed, in the form of RFC 9457. Write programs against `code`. */
export type Problem = Omit<ServiceProblem, 'code'> & {
  readonly code: ProblemCode | LocalCode;
  /** For how many seconds the service asks to wait, where it does. */
  readonly retry_after: number | null;
};

export type Success<T> = {
  readonly ok: true;
  readonly value: T;
  readonly status: number;
  readonly headers: Headers;
};

export type Failure = { readonly ok: false; readonly problem: Problem };

/** The result of a call. Only a call that is aborted, or lacks an argument of its path, rejects. */
export type Result<T> = Success<T> | Failure;

/** A problem as an error, for loops and for callers that prefer to throw. */
export type ProblemError = Error & { readonly problem: Problem };

export const problemError = (problem: Problem): ProblemError => {
  const { code, detail, request_id: requestId, title } = problem;
  const error = new Error(`${code}: ${detail ?? title}${requestId === '' ? '' : ` (request ${requestId})`}`);
  return Object.assign(error, { name: 'ProblemError', problem });
};

export const isProblemError = (thrown: unknown): thrown is ProblemError =>
  thrown instanceof Error && thrown.name === 'ProblemError' && 'problem' in thrown;

/** The value of a result; a failure is thrown as a `ProblemError`. */
export const unwrap = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  throw problemError(result.problem);
};

type LocalFacts = {
  readonly code: LocalCode;
  readonly title: string;
  readonly detail: string;
  readonly status?: number;
  readonly retryable?: boolean;
  readonly retry_after?: number | null;
};

/** A failure that no problem of the service describes. */
export const localFailure = ({ status = 0, retryable = false, retry_after = null, ...facts }: LocalFacts): Failure => ({
  ok: false,
  problem: {
    type: 'about:blank',
    status,
    retryable,
    retry_after,
    request_id: '',
    ...facts,
  },
});
