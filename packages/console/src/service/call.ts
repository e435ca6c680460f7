import type { Problem } from '../model/index.ts';
import { createOperationKeys } from './operation-keys.ts';

/** Why a call failed: no session, no connection, or an answer that says why. */
export type Failure =
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'problem'; readonly problem: Problem; readonly retryAfterSeconds: number | null };

export class CallError extends Error {
  override readonly name = 'CallError';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind === 'problem' ? failure.problem.code : failure.kind);
    this.failure = failure;
  }
}

/** The failure of something that was thrown; other errors count as a failure of the connection. */
export const failureOf = (error: unknown): Failure =>
  error instanceof CallError ? error.failure : { kind: 'unreachable' };

/** The code of a problem, or `null` where the call failed otherwise. */
export const codeOf = (error: unknown): string | null => {
  const failure = failureOf(error);
  return failure.kind === 'problem' ? failure.problem.code : null;
};

/** Whether the service has answered that there is no such thing, or that the caller may not see it. */
export const isRefusal = (error: unknown): boolean => {
  const failure = failureOf(error);
  return failure.kind === 'problem' && (failure.problem.status === 403 || failure.problem.status === 404);
};

/** A path with the fields of its query. */
export const addressOf = (path: string, query: { readonly [name: string]: string | number }): string => {
  const values = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const fields = String(new URLSearchParams(values));
  return fields === '' ? path : `${path}?${fields}`;
};

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Calls the service at its own origin, with the cookie of the session and nothing else. */
export type Call = {
  readonly json: <Answer>(method: Method, path: string, body?: unknown, signal?: AbortSignal) => Promise<Answer>;
  /** Posts what would otherwise be done twice when it is sent twice. */
  readonly postOnce: <Answer>(path: string, body?: unknown) => Promise<Answer>;
  readonly bytes: (path: string, signal?: AbortSignal) => Promise<Blob>;
  /** Forgets what was sent and not answered. */
  readonly forget: () => void;
};

const textIn = (said: object, name: string): string | undefined => {
  const value: unknown = Object.entries(said).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : undefined;
};

const errorsIn = (said: object): NonNullable<Problem['errors']> => {
  const value: unknown = Object.entries(said).find(([key]) => key === 'errors')?.[1];
  if (!Array.isArray(value)) return [];
  return value.flatMap((error: unknown) => {
    if (typeof error !== 'object' || error === null) return [];
    const pointer = textIn(error, 'pointer');
    const message = textIn(error, 'message');
    return pointer === undefined || message === undefined ? [] : [{ pointer, message }];
  });
};

const problemOf = async (response: Response): Promise<Problem> => {
  const { status } = response;
  try {
    const said: unknown = await response.json();
    const body = typeof said === 'object' && said !== null ? said : {};
    const detail = textIn(body, 'detail');
    const requestId = textIn(body, 'request_id');
    const errors = errorsIn(body);
    return {
      status,
      code: textIn(body, 'code') ?? 'internal_error',
      ...(detail !== undefined && { detail }),
      ...(requestId !== undefined && { request_id: requestId }),
      ...(errors.length > 0 && { errors }),
    };
  } catch {
    return { status, code: 'internal_error' }; // What stands before the service has answered, in a form of its own.
  }
};

const refusal = async (response: Response): Promise<CallError> => {
  const problem = await problemOf(response);
  if (response.status === 401 && problem.code !== 'invalid_credentials') return new CallError({ kind: 'signed_out' });
  const after = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new CallError({ kind: 'problem', problem, retryAfterSeconds: Number.isFinite(after) ? after : null });
};

/**
 * Whether what was sent, now or when it was sent before, may have been done although the call has failed: no
 * connection, no session and too many requests say nothing of it.
 */
const mayBeDone = (failure: Failure): boolean => {
  if (failure.kind !== 'problem') return true;
  const { code, status } = failure.problem;
  return status >= 500 || status === 429 || code === 'idempotency_in_progress';
};

type Sent = { readonly accept: string; readonly body?: unknown; readonly key?: string; readonly signal?: AbortSignal };

export const createCall = (fetch: Fetch, newKey: () => string): Call => {
  const keys = createOperationKeys(newKey);
  const send = async (method: Method, path: string, { accept, body, key, signal }: Sent) => {
    const init: RequestInit = {
      method,
      headers: {
        Accept: accept,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      credentials: 'same-origin',
      redirect: 'error',
      cache: 'no-store',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    };
    const response = await fetch(path, init).catch((error: unknown) => {
      if (signal?.aborted === true) throw error;
      throw new CallError({ kind: 'unreachable' });
    });
    if (!response.ok) throw await refusal(response);
    return response;
  };
  const json = async (method: Method, path: string, sent: Omit<Sent, 'accept'>) => {
    const response = await send(method, path, { ...sent, accept: 'application/json' });
    return response.status === 204 ? undefined : response.json();
  };
  return {
    json: (method, path, body, signal) => json(method, path, { body, ...(signal !== undefined && { signal }) }),
    postOnce: async (path, body) => {
      const { answered, key } = await keys.of(`${path} ${JSON.stringify(body ?? null)}`);
      try {
        const answer = await json('POST', path, { body, key });
        answered();
        return answer;
      } catch (error) {
        if (!mayBeDone(failureOf(error))) answered();
        throw error;
      }
    },
    bytes: async (path, signal) =>
      (await send('GET', path, { accept: '*/*', ...(signal !== undefined && { signal }) })).blob(),
    forget: keys.forget,
  };
};
